import { Icon } from '@atalaia/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchWords } from './search-words.ts'
import './search-button.css'

const SearchPalette = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './search-palette.tsx')).SearchPalette,
}))

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search, as ⌘K and Ctrl+K do (P-SEARCH-3). Its code loads with the first opening. */
export const SearchButton = () => {
  const { t } = useSearchWords()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="analytics-search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{t('button')}</span>
        <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
