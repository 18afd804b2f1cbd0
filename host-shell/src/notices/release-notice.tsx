import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { systemClock, watchRelease } from '@atalaia/kernel'
import { Button, IconButton } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { useShell } from '../platform/shell-context.ts'

/**
 * Polite for screen readers; keeps the focus. After dismissal, only a still newer release shows it
 * (M-RELEASE-9).
 */
export const ReleaseNotice = () => {
  const { page } = useShell()
  const newer = useNewerRelease()
  const [dismissed, setDismissed] = useState<string>()
  const shown = newer !== undefined && newer !== dismissed
  return (
    <div className="shell-notice" data-shown={shown}>
      <p className="shell-notice-text" role="status">
        {shown && 'Há uma versão nova desta página.'}
      </p>
      {shown && (
        <>
          <Button variant="secondary" onClick={page.reload}>
            Recarregar
          </Button>
          <IconButton icon="x" label="Dispensar aviso" onClick={() => setDismissed(newer)} />
        </>
      )}
    </div>
  )
}

const useNewerRelease = (): string | undefined => {
  const { release, page } = useShell()
  const [newer, setNewer] = useState<string>()
  useEffect(() => {
    if (!release.live) return
    return watchRelease({
      id: release.id,
      address: GATEWAY_ADDRESSES.release,
      fetch: page.fetch,
      clock: systemClock,
      isVisible: () => document.visibilityState === 'visible',
      onVisible,
      onChange: setNewer,
    })
  }, [release, page])
  return newer
}

const onVisible = (listener: () => void) => {
  const changed = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
