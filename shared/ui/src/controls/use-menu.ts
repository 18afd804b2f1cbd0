import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'

const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

/** `undefined` for other keys. */
const target = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Keyboard and focus by the WAI-ARIA Authoring Practices (P-ACCESS-7). */
export const useMenu = (onOpen?: () => void) => {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const opensAt = useRef<'first' | 'last'>('first')

  const show = (at: 'first' | 'last') => {
    opensAt.current = at
    setOpen(true)
    onOpen?.()
  }
  const close = useCallback(() => {
    setOpen(false)
    trigger.current?.focus()
  }, [])

  useEffect(() => {
    if (!open) return
    const items = itemsOf(list.current)
    items.at(opensAt.current === 'first' ? 0 : -1)?.focus()
    const outside = (event: Event) => {
      // Not `target`: from outside a shadow root that is its host, whatever was touched inside.
      if (root.current && !event.composedPath().includes(root.current)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])

  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  const onListKey = (event: KeyboardEvent) => {
    const items = itemsOf(list.current)
    const at = items.findIndex((item) => item.matches(':focus'))
    const next = target(event.key, at, items.length) ?? byLetter(items, at, event)
    if (next !== undefined) {
      event.preventDefault()
      items[next]?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }

  return { open, root, trigger, list, show, close, onTriggerKey, onListKey }
}

const byLetter = (items: HTMLElement[], at: number, { key, ctrlKey, metaKey }: KeyboardEvent): number | undefined => {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey) return undefined
  const matches = items.flatMap((item, index) =>
    item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()) ? [index] : [],
  )
  return matches.find((index) => index > at) ?? matches[0]
}
