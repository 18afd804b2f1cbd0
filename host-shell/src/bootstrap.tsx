import '@atalaia/ui/styles.css'
import './shell.css'
import { startShell } from './start/start-shell.tsx'
import { showStartFailure } from './start/show-start-failure.ts'
import type { Started } from './start/start-platform.ts'

export const bootstrap = async (starting: Promise<Started>): Promise<void> => {
  try {
    await startShell(document, starting)
  } catch (error) {
    showStartFailure(document, error)
  }
}
