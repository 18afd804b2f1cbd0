const place = document.querySelector('#lugar')
const frame = document.querySelector('iframe')

/** @type {HTMLInputElement} */
const box = document.querySelector('#painel')
box.addEventListener('change', () => place.replaceChildren(...(box.checked ? [frame] : [])))
