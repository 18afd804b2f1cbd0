import { Button, IconButton } from '@atalaia/ui'
import { useState } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { useNewerRelease } from './use-newer-release.ts'

/**
 * Says quietly that a reload would bring a newer page: announced when a screen reader has time, never by itself, and
 * the focus stays where it is. Once dismissed, only a release that is newer still brings it back.
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
