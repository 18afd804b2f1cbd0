const place = document.querySelector('#lugar')
const frame = document.querySelector('iframe')

// A portal of one origin writes it into its HTML; this one is told at its start where it listens.
frame.src = `${frame.dataset.page}?portal=${location.origin}`

/** @type {HTMLInputElement} */
const box = document.querySelector('#painel')
box.addEventListener('change', () => place.replaceChildren(...(box.checked ? [frame] : [])))
