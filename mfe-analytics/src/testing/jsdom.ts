// jsdom leaves it out; the chart library asks on import.
Object.assign(window.CSS, { supports: () => false })
// jsdom has no layout, and leaves it out.
window.Element.prototype.scrollIntoView = () => undefined
