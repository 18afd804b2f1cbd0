// jsdom leaves it out; the chart library asks on import.
Object.assign(window.CSS, { supports: () => false })
