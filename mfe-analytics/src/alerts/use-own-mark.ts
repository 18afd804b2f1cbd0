import { useLoaded } from '@atalaia/ui'
import { useEffect } from 'react'
import { ownMark, pushPermission, type PushPermission } from './browser-push.ts'

type Known = { readonly mark: string | undefined; readonly permission: PushPermission }
export type Here = Known & { setMark(value: string): void }

// A browser that cannot say it has no address.
const look = async () => {
  const mark = await ownMark().catch(() => undefined)
  return { ok: true, value: { mark, permission: pushPermission() } } as const
}

export const useOwnMark = (): Here | undefined => {
  const { value, reload, change } = useLoaded<Known, never>('mark', look)
  useEffect(() => {
    // Whoever changes the browser's settings leaves the page for them.
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  return value && { ...value, setMark: (mark) => change(() => ({ mark, permission: pushPermission() })) }
}
