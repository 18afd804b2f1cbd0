import { systemClock, watchRelease } from '@atalaia/kernel'
import { useEffect, useState } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { gatewayAddresses } from '../platform/names.ts'

const onVisible = (listener: () => void) => {
  const changed = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** The id of the release that a reload would bring, when it is not the page's own. */
export const useNewerRelease = (): string | undefined => {
  const { release, page } = useShell()
  const [newer, setNewer] = useState<string>()
  useEffect(() => {
    if (!release.live) return
    return watchRelease({
      id: release.id,
      address: gatewayAddresses.release,
      fetch: page.fetch,
      clock: systemClock,
      isVisible: () => document.visibilityState === 'visible',
      onVisible,
      onChange: setNewer,
    })
  }, [release, page])
  return newer
}
