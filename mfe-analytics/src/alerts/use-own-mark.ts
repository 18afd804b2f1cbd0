import { useEffect, useState } from 'react'
import { ownMark, pushPermission, type PushPermission } from './browser-push.ts'

type Mark = { readonly status: 'asking' } | { readonly status: 'known'; readonly value: string | undefined }

/** This browser: its mark, as the API knows it, and its permission. */
export type Here = {
  readonly mark: string | undefined
  readonly permission: PushPermission
  setMark(value: string): void
}

/** This browser's own pushes, as far as it knows them. The permission follows what the person changes in the browser's settings. */
export const useOwnMark = () => {
  const [mark, setMark] = useState<Mark>({ status: 'asking' })
  const [permission, setPermission] = useState(pushPermission)
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      // A browser that cannot say it has no address.
      const value = await ownMark().catch(() => undefined)
      if (isLeft) return
      setPermission(pushPermission())
      setMark({ status: 'known', value })
    }
    void look()
    // Whoever changes the browser's settings leaves the page for them.
    const again = () => void look()
    addEventListener('focus', again)
    return () => {
      isLeft = true
      removeEventListener('focus', again)
    }
  }, [])
  return {
    mark,
    permission,
    setMark: (value: string) => {
      setPermission(pushPermission())
      setMark({ status: 'known', value })
    },
  }
}
