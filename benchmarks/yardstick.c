/* yardstick.c -- the "bespoke limit" yardstick: 2-player strict Egyptian Basra,
 * hand-optimised, single thread, one fixed rule set.  Nothing is configurable.
 *
 *   gcc -O3 -march=native -o yardstick benchmarks/yardstick.c
 *   ./yardstick random N [seed]     uniformly random legal play
 *   ./yardstick greedy N [seed]     best immediate points, then most cards
 *   ./yardstick selftest [seed]     fast enumerator against brute force
 *   ./yardstick stats N [seed]      floor-size / option-count distribution (slower)
 *   ./yardstick worst [seed]        big floors: how many sets a ten may take, and the time to count them
 *
 * Rules: hand 4, floor 4 (no J, no 7D), 6 dealings.  A numeral takes every card
 * of its rank plus any chosen set of disjoint groups each summing to its value
 * (ace = 1); at least one item when anything can be taken.  K takes K, Q takes Q.
 * J takes a non-empty floor, no bonus.  7D takes a non-empty floor, +10 when the
 * floor was all numerals and summed to <= 10.  Any other clearing capture is a
 * basra, +10.  Last capturer gets the rest.  27+ cards: 30 (+30 per carried tie).
 * A and J 1 each, 2C 2, 10D 3.
 *
 * Random policy = uniform over the cards in hand, then uniform over the DISTINCT
 * captured sets of that card (two partitions of one set count once).
 *
 * Representation: card = rank*4 + suit (suits C D H S; rank 0 = ace .. 12 = king),
 * a set of cards = 52-bit mask.  The cards below the played value are compacted
 * to n slots; all 2^6 subset sums of six slots live in one AVX-512 register, so
 * "which subsets sum to v" is one compare giving a 64-bit mask of subsets.
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef unsigned __int128 u128;

#define RANK(r) (0xFULL << (4 * (r)))
#define ALL52 ((1ULL << 52) - 1)
#define NUMERALS ((1ULL << 40) - 1)
#define SEVEN_D (6 * 4 + 1)
#define BIT(c) (1ULL << (c))
#define JACKS RANK(10)
#define ONE_POINT (RANK(0) | JACKS)
#define TWO_C BIT(1 * 4 + 0)
#define TEN_D BIT(9 * 4 + 1)

/* ---- xoshiro256** ------------------------------------------------------- */
static u64 S0, S1, S2, S3;
static inline u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
static inline u64 rnd(void) {
    u64 r = rotl(S1 * 5, 7) * 9, t = S1 << 17;
    S2 ^= S0; S3 ^= S1; S1 ^= S2; S0 ^= S3; S2 ^= t; S3 = rotl(S3, 45);
    return r;
}
static u64 splitmix(u64 *x) {
    u64 z = (*x += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static void seed_rng(u64 s) { S0 = splitmix(&s); S1 = splitmix(&s); S2 = splitmix(&s); S3 = splitmix(&s); }
/* next bounded value out of the 64-bit fraction *f (several draws per rnd()) */
static inline u32 take(u64 *f, u32 n) { u128 m = (u128)*f * n; *f = (u64)m; return (u32)(m >> 64); }
static inline u64 below(u64 n) { return (u64)(((u128)rnd() * n) >> 64); }

/* ---- sums ----------------------------------------------------------------*/
/* masks of the numerals whose value has binary digit 0..3 set */
#define V0 (RANK(0)|RANK(2)|RANK(4)|RANK(6)|RANK(8))
#define V1 (RANK(1)|RANK(2)|RANK(5)|RANK(6)|RANK(9))
#define V2 (RANK(3)|RANK(4)|RANK(5)|RANK(6))
#define V3 (RANK(7)|RANK(8)|RANK(9))
static inline int sum_of(u64 m) {
    return _mm_popcnt_u64(m & V0) + 2 * _mm_popcnt_u64(m & V1)
         + 4 * _mm_popcnt_u64(m & V2) + 8 * _mm_popcnt_u64(m & V3);
}

/* ---- legal captured sets of one numeral -----------------------------------
 * low  = floor cards of value 1..v-1, n of them; a subset index has bit i for the
 *        i-th lowest card of low, so cards = pdep(index, low).
 * L.w[h] bit l: subset (h<<6 | l) is a non-empty union of disjoint groups.     */
#define MAXW 64                         /* up to 6+6 = 12 low cards             */
typedef struct { u64 w[MAXW]; int words; u64 count; u64 low; int v; int big; } Legal;
static u64 SUB[64];                     /* SUB[s]: mask of all submasks of s    */
static const u64 LANE[6] = {
    0xAAAAAAAAAAAAAAAAULL, 0xCCCCCCCCCCCCCCCCULL, 0xF0F0F0F0F0F0F0F0ULL,
    0xFF00FF00FF00FF00ULL, 0xFFFF0000FFFF0000ULL, 0xFFFFFFFF00000000ULL };
static void init_tables(void) {
    for (int s = 0; s < 64; s++)
        for (int t = 0; t < 64; t++) if ((t & s) == t) SUB[s] |= 1ULL << t;
}
static inline __m512i six_sums(u64 low) {      /* all 64 subset sums of <= 6 cards */
    __m512i acc = _mm512_setzero_si512();
    for (int i = 0; i < 6 && low; i++, low &= low - 1)
        acc = _mm512_mask_add_epi8(acc, LANE[i], acc, _mm512_set1_epi8((char)((__builtin_ctzll(low) >> 2) + 1)));
    return acc;
}
/* is subset (h,l) of sum (k+1)*v a group plus a legal subset of sum k*v ? */
static inline int extends(const u64 *g, const u64 *prev, int h, int l) {
    for (int hh = h;; hh = (hh - 1) & h) {
        u64 m = g[hh] & SUB[l];
        while (m) {
            int gl = __builtin_ctzll(m); m &= m - 1;
            if (prev[h ^ hh] >> (l ^ gl) & 1) return 1;
        }
        if (!hh) return 0;
    }
}
/* --- more than 12 low cards (very rare): count vectors instead of subsets --- */
static void big_count(Legal *L);
static u64 big_pick(Legal *L, u64 j);

static inline void legal_sets(Legal *L, u64 floor, int v) {
    u64 low = floor & ((1ULL << (4 * (v - 1))) - 1);
    int total = sum_of(low), n = _mm_popcnt_u64(low);
    L->low = low; L->v = v; L->count = 0; L->words = 0; L->big = 0;
    if (total < v) return;
    if (n <= 6) {
        __m512i s = six_sums(low);
        u64 g = _mm512_cmpeq_epi8_mask(s, _mm512_set1_epi8((char)v));
        u64 top = n == 6 ? ~0ULL : (1ULL << (1 << n)) - 1;
        g &= top;
        u64 all = g;
        if (__builtin_expect(total >= 2 * v, 0) && g) {
            u64 prev = g;
            for (int t = 2 * v; t <= total && prev; t += v) {
                u64 cand = _mm512_cmpeq_epi8_mask(s, _mm512_set1_epi8((char)t)) & top, now = 0;
                while (cand) {
                    int l = __builtin_ctzll(cand); cand &= cand - 1;
                    u64 m = g & SUB[l];
                    while (m) {
                        int gl = __builtin_ctzll(m); m &= m - 1;
                        if (prev >> (l ^ gl) & 1) { now |= 1ULL << l; break; }
                    }
                }
                all |= now; prev = now;
            }
        }
        L->w[0] = all; L->words = 1; L->count = _mm_popcnt_u64(all);
        return;
    }
    if (n <= 12) {
        u64 g[MAXW], prev[MAXW], now[MAXW];
        u64 lo6 = _pdep_u64(63, low), hi = low ^ lo6;
        int W = 1 << (n - 6), hs[MAXW], any = 0;
        __m512i s = six_sums(lo6);
        hs[0] = 0;
        for (int h = 0; h < W; h++) {
            if (h) { int b = __builtin_ctz(h); hs[h] = hs[h & (h - 1)] + (__builtin_ctzll(_pdep_u64(1ULL << b, hi)) >> 2) + 1; }
            g[h] = hs[h] <= v ? _mm512_cmpeq_epi8_mask(s, _mm512_set1_epi8((char)(v - hs[h]))) : 0;
            L->w[h] = prev[h] = g[h]; any |= g[h] != 0;
        }
        for (int t = 2 * v; t <= total && any; t += v) {
            any = 0;
            for (int h = 0; h < W; h++) {
                u64 cand = hs[h] <= t ? _mm512_cmpeq_epi8_mask(s, _mm512_set1_epi8((char)(t - hs[h]))) : 0;
                now[h] = 0;
                while (cand) {
                    int l = __builtin_ctzll(cand); cand &= cand - 1;
                    if (extends(g, prev, h, l)) now[h] |= 1ULL << l;
                }
                L->w[h] |= now[h]; any |= now[h] != 0;
            }
            memcpy(prev, now, W * sizeof(u64));
        }
        L->words = W;
        for (int h = 0; h < W; h++) L->count += _mm_popcnt_u64(L->w[h]);
        return;
    }
    big_count(L);
}
static inline u64 legal_pick(Legal *L, u64 j) {           /* j-th legal set, as cards */
    if (L->words == 1) return _pdep_u64(__builtin_ctzll(_pdep_u64(1ULL << j, L->w[0])), L->low);
    if (L->big) return big_pick(L, j);
    for (int h = 0;; h++) {
        u64 c = _mm_popcnt_u64(L->w[h]);
        if (j < c) return _pdep_u64((u64)h << 6 | __builtin_ctzll(_pdep_u64(1ULL << j, L->w[h])), L->low);
        j -= c;
    }
}
/* Count-vector fallback: a set is legal iff its rank counts are a sum of group
 * types; reachable vectors by breadth-first search over <= 5^9 mixed-radix codes,
 * each standing for prod C(available, used) card sets.                          */
static uint8_t *seen; static u32 *queue; static int qn;
static int rad[10], av[10], grp[64][10], gn, gcode[64];
static const int CH[5][5] = {{1},{1,1},{1,2,1},{1,3,3,1},{1,4,6,4,1}};
static void group_types(int v, int left, int top, int *cur) {
    if (!left) { memcpy(grp[gn], cur, sizeof grp[0]); gcode[gn] = 0; for (int r = 1; r < v; r++) gcode[gn] += cur[r] * rad[r]; gn++; return; }
    for (int r = top < left ? top : left; r >= 1; r--)
        if (cur[r] < av[r]) { cur[r]++; group_types(v, left - r, r, cur); cur[r]--; }
}
static u64 weight(u32 code, int v) { u64 w = 1; for (int r = 1; r < v; r++) w *= CH[av[r]][code / rad[r] % (av[r] + 1)]; return w; }
static void big_count(Legal *L) {
    int v = L->v, m = 1, cur[10] = {0};
    if (!seen) { seen = calloc(2000000, 1); queue = malloc(2000000 * sizeof *queue); }
    for (int r = 1; r < v; r++) { av[r] = _mm_popcnt_u64(L->low & RANK(r - 1)); rad[r] = m; m *= av[r] + 1; }
    gn = 0; group_types(v, v, v - 1, cur);
    memset(seen, 0, m); qn = 0; queue[qn++] = 0; seen[0] = 1;
    for (int i = 0; i < qn; i++) {
        u32 x = queue[i];
        for (int g = 0; g < gn; g++) {
            int ok = 1;
            for (int r = 1; r < v; r++) if ((int)(x / rad[r] % (av[r] + 1)) + grp[g][r] > av[r]) { ok = 0; break; }
            if (ok && !seen[x + gcode[g]]) { seen[x + gcode[g]] = 1; queue[qn++] = x + gcode[g]; L->count += weight(x + gcode[g], v); }
        }
    }
    L->big = 1;
}
static u64 big_pick(Legal *L, u64 j) {
    for (int i = 1; i < qn; i++) {
        u64 w = weight(queue[i], L->v);
        if (j >= w) { j -= w; continue; }
        u64 out = 0;
        for (int r = 1; r < L->v; r++) {                  /* j picks one suit choice per rank */
            int a = av[r], k = queue[i] / rad[r] % (a + 1); u64 c = CH[a][k], idx = j % c; j /= c;
            for (u32 s = 0; s < 1u << a; s++)
                if (_mm_popcnt_u32(s) == k && idx-- == 0) { out |= _pdep_u64(s, L->low & RANK(r - 1)); break; }
        }
        return out;
    }
    abort();
}

/* ---- one play ------------------------------------------------------------ */
static inline int card_points(u64 m) {
    return _mm_popcnt_u64(m & ONE_POINT) + 2 * _mm_popcnt_u64(m & TWO_C) + 3 * _mm_popcnt_u64(m & TEN_D);
}
static inline int seven_bonus(u64 f) { return !(f & ~NUMERALS) && sum_of(f) <= 10; }

static u64 st_floor[53], st_low[53], st_opt[12], st_plays; static int want_stats;

/* MUST[c]: what card c always takes (its rank; everything for J and 7D).
 * MAY[c]: the lower numerals it can group (0 for J, Q, K and 7D).          */
static u64 MUST[52], MAY[52]; static int8_t SWEEP_PAYS[52];   /* 10, 0 (J), -1 = 7D: look */
static void init_cards(void) {
    for (int c = 0; c < 52; c++) {
        int r = c >> 2, all = r == 10 || c == SEVEN_D;
        MUST[c] = all ? ALL52 : RANK(r);
        MAY[c] = all || r > 9 ? 0 : (1ULL << (4 * r)) - 1;
        SWEEP_PAYS[c] = c == SEVEN_D ? -1 : r != 10;
    }
}
/* random captured set for card c; *basra set when the capture earns 10 */
static inline u64 play_random(u64 floor, int c, int *basra) {
    u64 base = floor & MUST[c], got = base, low = floor & MAY[c];
    if (low & (low - 1)) {                              /* a group needs two cards */
        Legal L;
        legal_sets(&L, floor, (c >> 2) + 1);
        if (L.count) {                                  /* the bare rank capture is one more */
            u64 options = L.count + (base != 0), j = options > 1 ? below(options) : 0;
            if (j < L.count) got |= legal_pick(&L, j);
        }
        if (want_stats) { u64 o = L.count + (base != 0); int k = o ? 64 - __builtin_clzll(o) : 0; st_opt[k > 11 ? 11 : k]++; }
    } else if (want_stats && c >> 2 < 10 && c != SEVEN_D) st_opt[base != 0]++;
    if (want_stats && c >> 2 < 10 && c != SEVEN_D) st_low[_mm_popcnt_u64(low)]++;
    *basra = 0;
    if (got == floor && floor) *basra = SWEEP_PAYS[c] >= 0 ? SWEEP_PAYS[c] : seven_bonus(floor);
    return got;
}
/* greedy: the best captured set of card c under 64*points + cards */
static inline int value_of(u64 got, int c, int b) { return got ? 64 * (10 * b + card_points(got | BIT(c))) + _mm_popcnt_u64(got) : 0; }
static int play_greedy(u64 floor, int c, u64 *best, int *basra) {
    int r = c >> 2;
    *best = 0; *basra = 0;
    if (!floor) return 0;
    if (c == SEVEN_D) { *best = floor; *basra = seven_bonus(floor); return value_of(floor, c, *basra); }
    if (r == 10) { *best = floor; return value_of(floor, c, 0); }
    u64 base = floor & RANK(r);
    int bv = 0;
    if (base) { *best = base; *basra = base == floor; bv = value_of(base, c, *basra); }
    if (r > 10) return bv;
    Legal L;
    legal_sets(&L, floor, r + 1);
    if (L.big) { for (u64 j = 0; j < L.count; j++) { u64 got = base | big_pick(&L, j); int b = got == floor, x = value_of(got, c, b); if (x > bv) { bv = x; *best = got; *basra = b; } } return bv; }
    for (int h = 0; h < L.words; h++)
        for (u64 m = L.w[h]; m; m &= m - 1) {
            u64 got = base | _pdep_u64((u64)h << 6 | __builtin_ctzll(m), L.low);
            int b = got == floor, x = value_of(got, c, b);
            if (x > bv) { bv = x; *best = got; *basra = b; }
        }
    return bv;
}

/* ---- one deal -------------------------------------------------------------*/
typedef struct { int pts[2], basras[2], cards[2], cardpts; } Deal;

static inline void shuffle(uint8_t *d) {
    static const uint8_t fresh[52] = {0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51};
    memcpy(d, fresh, 52);
    u64 f = 0; int left = 0;
    for (int i = 51; i > 0; i--) {
        if (!left) { f = rnd(); left = 6; }              /* 52^6 < 2^35: bias < 2^-29 */
        left--;
        int j = take(&f, i + 1); uint8_t t = d[i]; d[i] = d[j]; d[j] = t;
    }
}
static inline __attribute__((always_inline)) void play_deal(Deal *D, int first, const int greedy) {
    uint8_t deck[52];
    shuffle(deck);                                      /* 0-7 hands, 8-11 floor, 12-51 pack */
    for (int i = 8; i < 12; i++)
        while ((deck[i] >> 2) == 10 || deck[i] == SEVEN_D) {   /* bury and replace */
            int j = 12 + below(40); uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t;
        }
    u64 floor = BIT(deck[8]) | BIT(deck[9]) | BIT(deck[10]) | BIT(deck[11]), cap[2] = {0, 0};
    int basras[2] = {0, 0}, last = -1, who = first;
    for (int round = 0; round < 6; round++) {
        uint8_t *h[2];
        h[first] = deck + (round ? 4 + 8 * round : 0); h[first ^ 1] = h[first] + 4;
        u64 f = rnd();
        for (int n = 4; n > 0; n--)
            for (int t = 0; t < 2; t++, who ^= 1) {
                int b, k; u64 got; uint8_t *hand = h[who];
                if (greedy) {
                    int bv = -1; k = 0; got = 0; b = 0;
                    for (int i = 0; i < n; i++) {
                        u64 g; int bb, x = play_greedy(floor, hand[i], &g, &bb);
                        if (x > bv) { bv = x; k = i; got = g; b = bb; }
                    }
                    if (bv == 0) k = take(&f, n);       /* nothing to take: trail at random */
                } else { k = take(&f, n); got = 0; b = 0; }
                int c = hand[k];
                hand[k] = hand[n - 1];
                if (!greedy) got = play_random(floor, c, &b);
                if (want_stats) { st_floor[_mm_popcnt_u64(floor)]++; st_plays++; }
                u64 hit = -(u64)(got != 0), card = BIT(c);        /* branch-free: captures are a coin toss */
                cap[who] |= (got | card) & hit;
                floor = (floor ^ got) | (card & ~hit);
                basras[who] += b;
                last = got ? who : last;
            }
    }
    if (last >= 0) { cap[last] |= floor; floor = 0; }
    if ((cap[0] | cap[1]) != ALL52 || (cap[0] & cap[1])) { if (last >= 0) { fprintf(stderr, "cards lost\n"); exit(1); } }
    D->cardpts = 0;
    for (int p = 0; p < 2; p++) {
        int cp = card_points(cap[p]);
        D->cards[p] = _mm_popcnt_u64(cap[p]); D->basras[p] = basras[p];
        D->pts[p] = cp + 10 * basras[p]; D->cardpts += cp;
    }
}

/* ---- self test: brute force over partitions ---------------------------------*/
static uint8_t okset[1 << 15]; static int sums[1 << 15];
static void brute(int *val, int n, int v) {             /* okset[s]: can s be split into groups of v? */
    okset[0] = 1; sums[0] = 0;
    for (u32 s = 1; s < 1u << n; s++) {
        u32 b = s & -s, rest = s ^ b;
        sums[s] = sums[rest] + val[__builtin_ctz(s)]; okset[s] = 0;
        if (sums[s] % v == 0)
            for (u32 t = rest;; t = (t - 1) & rest) {
                if (sums[t | b] == v && okset[s & ~(t | b)]) { okset[s] = 1; break; }
                if (!t) break;
            }
    }
}
static int selftest(u64 seed) {
    seed_rng(seed);
    u64 checked = 0;
    for (int it = 0; it < 4100; it++) {
        int n = it < 4000 ? 1 + below(12) : 12 + below(4), v = 2 + below(9); u64 floor = 0;
        if (n > 4 * v - 2) n = 4 * v - 2;
        while (_mm_popcnt_u64(floor) < n) floor |= BIT(below(4 * (it & 1 ? 13 : v)));
        Legal L; legal_sets(&L, floor, v);
        int val[52], m = 0; u64 low = L.low;
        for (u64 x = low; x; x &= x - 1) val[m++] = (__builtin_ctzll(x) >> 2) + 1;
        u64 cnt = 0;
        brute(val, m, v);
        for (u32 s = 1; s < 1u << m; s++) {
            if (okset[s]) {
                cnt++;
                if (!L.big && !(L.words && L.w[s >> 6] >> (s & 63) & 1)) { printf("missing set\n"); return 1; }
            }
        }
        if (cnt != L.count) { printf("count %lu != %lu (n=%d v=%d)\n", cnt, L.count, m, v); return 1; }
        if (L.big) {                                     /* picks distinct and legal */
            u64 lim = L.count < 3000 ? L.count : 3000, *p = malloc(lim * 8);
            for (u64 j = 0; j < lim; j++) {
                p[j] = legal_pick(&L, j);
                if (p[j] & ~low || sum_of(p[j]) % v || !okset[_pext_u64(p[j], low)]) { printf("bad pick\n"); return 1; }
            }
            for (u64 a = 0; a < lim; a++) for (u64 b = a + 1; b < lim && b < a + 200; b++) if (p[a] == p[b]) { printf("dup pick\n"); return 1; }
            free(p);
        }
        checked += cnt;
    }
    printf("selftest ok: %lu legal sets agreed\n", checked);
    return 0;
}

static double cpu_now(void);
static void worst(u64 seed) {
    seed_rng(seed);
    printf("n low cards (A-9) under a 10: mean and max over random floors\n  n  codes(max)  legal vectors(max)  distinct sets mean / max   subset table us  count-vector us mean / max\n");
    for (int n = 4; n <= 36; n += n < 16 ? 2 : 4) {
        int trials = n == 36 ? 3 : n > 20 ? 40 : 200; double sum = 0, mx = 0, tv = 0, tvm = 0, ts = 0; u64 mcodes = 0, mleg = 0;
        for (int t = 0; t < trials; t++) {
            u64 f = 0; while (_mm_popcnt_u64(f) < n) f |= BIT(below(36));
            Legal L = {0}; L.low = f; L.v = 10;
            double a = cpu_now(); big_count(&L); double d = (cpu_now() - a) * 1e6;
            tv += d; if (d > tvm) tvm = d;
            u64 codes = 1; for (int r = 1; r < 10; r++) codes *= av[r] + 1;
            if (codes > mcodes) mcodes = codes;
            if ((u64)qn > mleg) mleg = qn;
            sum += L.count; if (L.count > mx) mx = L.count;
            if (n <= 12) { Legal M; a = cpu_now(); for (int k = 0; k < 20; k++) legal_sets(&M, f, 10); ts += (cpu_now() - a) * 1e6 / 20; if (M.count != L.count) printf("MISMATCH\n"); }
        }
        printf("%3d %10lu %10lu        %.4g / %.4g     ", n, mcodes, mleg, sum / trials, mx);
        if (n <= 12) printf("%8.2f", ts / trials); else printf("       -");
        printf("     %.1f / %.1f\n", tv / trials, tvm);
    }
}

static double cpu_now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "random";
    init_tables(); init_cards();
    if (!strcmp(mode, "selftest")) return selftest(argc > 2 ? strtoull(argv[2], 0, 10) : 1);
    if (!strcmp(mode, "worst")) { worst(argc > 2 ? strtoull(argv[2], 0, 10) : 1); return 0; }
    u64 N = argc > 2 ? strtoull(argv[2], 0, 10) : 1000000;
    seed_rng(argc > 3 ? strtoull(argv[3], 0, 10) : 1);
    int greedy = !strcmp(mode, "greedy"); want_stats = !strcmp(mode, "stats");
    u64 check = 1469598103934665603ULL, ties = 0, undealt = 0; long tot[2] = {0, 0}, bas = 0, cp = 0, maj = 0; int carry = 0;
    double t0 = cpu_now();
    for (u64 i = 0; i < N; i++) {
        Deal D;
        if (greedy) play_deal(&D, i & 1, 1); else play_deal(&D, i & 1, 0);
        if (D.cards[0] == D.cards[1]) { carry += 30; ties++; }
        else { D.pts[D.cards[1] > D.cards[0]] += 30 + carry; maj += 30 + carry; carry = 0; }
        undealt += D.cards[0] + D.cards[1] != 52;
        tot[0] += D.pts[0]; tot[1] += D.pts[1]; bas += D.basras[0] + D.basras[1]; cp += D.cardpts;
        check = (check ^ (u64)(D.pts[0] * 1000 + D.pts[1])) * 1099511628211ULL;
    }
    double dt = cpu_now() - t0;
    printf("%s: %lu deals %.3f s cpu  %.0f deals/s  %.0f plays/s  %.1f ns/play\n", mode, N, dt, N / dt, 48 * N / dt, dt / (48.0 * N) * 1e9);
    printf("checksum %016lx  mean points %.4f %.4f  basras/deal %.4f  card points/deal %.4f  majority+pending/deal %.4f  ties %.4f  deals with no capture %lu\n",
           check, (double)tot[0] / N, (double)tot[1] / N, (double)bas / N, (double)cp / N, (double)(maj + carry) / N, (double)ties / N, undealt);
    if (want_stats) {
        double fl = 0; for (int i = 0; i < 53; i++) fl += (double)i * st_floor[i];
        printf("mean floor before a play %.3f\nfloor size %%:", fl / st_plays);
        for (int i = 0; i < 20; i++) printf(" %d:%.2f", i, 100.0 * st_floor[i] / st_plays);
        u64 nl = 0; for (int i = 0; i < 53; i++) nl += st_low[i];
        printf("\nlow cards of a numeral's play %%:"); for (int i = 0; i < 20; i++) printf(" %d:%.3f", i, 100.0 * st_low[i] / nl);
        printf("\noptions (0,1,2-3,4-7,..) %%:"); for (int i = 0; i < 12; i++) printf(" %.4f", 100.0 * st_opt[i] / nl);
        printf("\n");
    }
    return 0;
}
