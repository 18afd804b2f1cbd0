import '@atalaia/ui/styles.css'
import './shell.css'
import type { Platform } from './platform/shell-context.ts'
import { startShell } from './start/start-shell.tsx'
import { showStartFailure } from './start/show-start-failure.ts'

export const bootstrap = async (starting: Promise<Platform>): Promise<void> => {
  try {
    await startShell(document, starting)
  } catch (error) {
    showStartFailure(document, error)
  }
}
