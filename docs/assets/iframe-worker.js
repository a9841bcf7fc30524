// A browser starts no worker for pages read from a disk.  There the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.waiting = []
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.srcdoc = `<script src="${new URL(url, location.href)}" defer></script>`
      this.frame.addEventListener("load", () => this.start())
      document.documentElement.append(this.frame)
    }

    start() {
      const inside = this.frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      for (const data of this.waiting.splice(0)) this.send(data)
      this.started = true
    }

    postMessage(data) {
      if (this.started) this.send(data)
      else this.waiting.push(data)
    }

    send(data) {
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
