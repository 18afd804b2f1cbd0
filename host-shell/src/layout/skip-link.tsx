import type { MouseEvent } from 'react'

const follow = (event: MouseEvent) => {
  // The address stays as it is: the content is a place of this page, not one to come back to.
  event.preventDefault()
  document.getElementById('conteudo')?.focus()
}

/** The first Tab stop: past header and sidebar, to the content. */
export const SkipLink = () => (
  <a className="shell-skip" href="#conteudo" onClick={follow}>
    Ir para o conteúdo
  </a>
)
