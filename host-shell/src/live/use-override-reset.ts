import { useState } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { gatewayAddresses } from '../platform/names.ts'

export type ResetStatus = 'idle' | 'busy' | 'failed'

/** Takes all overrides of this browser back and loads the page again. */
export const useOverrideReset = (): { status: ResetStatus; reset: () => Promise<void> } => {
  const { page } = useShell()
  const [status, setStatus] = useState<ResetStatus>('idle')
  const reset = async () => {
    setStatus('busy')
    const response = await page.fetch(gatewayAddresses.resetOverrides, { method: 'POST' }).catch(() => undefined)
    if (!response?.ok) return setStatus('failed')
    page.reload()
  }
  return { status, reset }
}
