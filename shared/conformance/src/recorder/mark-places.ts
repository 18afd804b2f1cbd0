/** The places of a federation host's own in which the module shows the dashboard, once {@link markPlaces} has run. */
export const OWN_PLACE = '[data-atalaia-own]'

/** Runs in the page before any of its scripts: marks the elements that the module renders into, which may be any. */
export const markPlaces = () => {
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const isOfModule = window.atalaiaConformance.stack().includes('/embed/')
    if (isOfModule && !this.closest('[data-conformance]')) this.setAttribute('data-atalaia-own', '')
    return attachShadow.call(this, options)
  }
}
