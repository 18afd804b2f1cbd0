import '@atalaia/ui/styles.css'
import './shell.css'
import { startShell } from './start/start-shell.tsx'
import { showStartFailure } from './start/show-start-failure.ts'

try {
  await startShell(document)
} catch (error) {
  showStartFailure(document, error)
}
