// The theme folds the article away, and brings it back.
const article = document.querySelector('article')
const content = [...article.childNodes]
document.querySelector('#painel').addEventListener('change', ({ target }) => {
  article.replaceChildren(...(target.checked ? content : []))
})
