"""The kernel: plain functions over integers and flat tables, run by Python as they are or compiled by numba.

It imports nothing but itself.  Rules come in one table of integers (`R`), what changes while it plays
stands in another (`W`), what is counted in a third (`T`); `places` says what stands where.  What both
worlds must keep to, so that they give the same numbers:

- a set of cards is an integer below 2**52, and nothing that is shifted is ever negative;
- no sum or product may reach 2**63: signed overflow is undefined in compiled code, not a wrap-around;
- a table that is too small is reported (`TOO_LARGE`), never written past.
"""
