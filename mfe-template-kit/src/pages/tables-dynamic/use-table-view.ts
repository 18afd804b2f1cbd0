import { useSearchParams } from '@atalaia/react/router'
import { useEffect, useRef, useState } from 'react'
import { readView, writeView, type TableView } from './table-view.ts'

/** Changes at once, even while typing outpaces the router, and follows the address (back, a link). */
export const useTableView = () => {
  const [search, setSearch] = useSearchParams()
  const [view, setView] = useState(() => readView(search))
  const address = search.toString()
  const written = useRef<string[]>([])

  useEffect(() => {
    const own = written.current.indexOf(address)
    written.current.splice(0, own + 1)
    if (own < 0) setView(readView(new URLSearchParams(address)))
  }, [address])

  /** `replace` is for keystrokes: "back" undoes a whole step. */
  const change = (next: TableView, how: 'push' | 'replace'): void => {
    setView(next)
    const params = writeView(next, search)
    if (params.toString() === (written.current.at(-1) ?? address)) return
    written.current.push(params.toString())
    setSearch(params, { replace: how === 'replace', preventScrollReset: true })
  }
  return { view, change }
}
