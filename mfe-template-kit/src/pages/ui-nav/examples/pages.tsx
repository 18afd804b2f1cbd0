import { Pagination } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Por páginas'
export const wide = true

export const Example = () => {
  const [page, setPage] = useState(5)
  return (
    <>
      <p role="status">
        Linhas {page * 10 - 9} a {page * 10} de 120
      </p>
      <Pagination label="Páginas do exemplo" page={page} pages={12} onPage={setPage} />
    </>
  )
}
