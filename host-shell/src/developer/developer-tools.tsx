import { useEffect, useState, type ComponentType } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { consoleLogger } from '../platform/logger.ts'
import type { DeveloperPanelProps } from './developer-panel.tsx'

/** Many keyboards shift the full stop to another character. */
const isShortcut = ({ ctrlKey, shiftKey, key, code }: KeyboardEvent): boolean =>
  ctrlKey && shiftKey && (code === 'Period' || key === '.' || key === '>')

/** Only if the release allows it (M-OVERRIDE-6). Loads the panel's code at its first use. */
export const DeveloperTools = () => {
  const { release } = useShell()
  const [panel, setPanel] = useState<{ Panel: ComponentType<DeveloperPanelProps> }>()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!release.developer) return
    const pressed = async (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      try {
        const { DeveloperPanel } = await import(/* webpackChunkName: "developer-panel" */ './developer-panel.tsx')
        setPanel({ Panel: DeveloperPanel })
        setOpen((now) => !now)
      } catch (error) {
        consoleLogger.error('shell: the panel cannot be loaded', error)
      }
    }
    const listener = (event: KeyboardEvent) => void pressed(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [release])

  return panel && open ? <panel.Panel onClose={() => setOpen(false)} /> : null
}
