/** The host's places of the dashboard, after {@link markPlaces}. */
export const OWN_PLACE = '[data-atalaia-own]'

/** Runs in the page before its scripts. */
export const markPlaces = () => {
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const isOfModule = window.atalaiaConformance.stack().includes('/embed/')
    if (isOfModule && !this.closest('[data-conformance]')) this.setAttribute('data-atalaia-own', '')
    return attachShadow.call(this, options)
  }
}
