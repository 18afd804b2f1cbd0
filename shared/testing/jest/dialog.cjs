// jsdom has the dialog element without its methods; a test may ask for an environment without elements.
if ('HTMLDialogElement' in globalThis)
  Object.assign(HTMLDialogElement.prototype, {
    showModal() {
      this.open = true
    },
    close() {
      this.open = false
    },
  })
