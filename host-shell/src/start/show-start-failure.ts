import { GATEWAY_ADDRESSES, START_FAILURE_ELEMENT_ID, type ReportsBody } from '@atalaia/contracts'
import { reasonOf } from '@atalaia/kernel'
import { isLeaving } from '../platform/leaving.ts'
import { consoleLogger } from '../platform/logger.ts'
import { shellReport } from './shell-report.ts'

const MAX_MESSAGE_LENGTH = 500

/**
 * Works without React (P-ERROR-2), and reports the failure (M-REPORT-9), unless the page is left.
 * Keeps readable content; removes the waiting page.
 */
export const showStartFailure = (page: Document, error: unknown): void => {
  consoleLogger.error('shell: the page could not start', error)
  const cause = reasonOf(error).slice(0, MAX_MESSAGE_LENGTH)
  const failed = shellReport(page, { outcome: 'failed', phase: 'activate', cause })
  const body: ReportsBody = { shell: cause, ...(failed && { activations: [failed] }) }
  if (!isLeaving()) page.defaultView?.navigator.sendBeacon(GATEWAY_ADDRESSES.reports, JSON.stringify(body))
  // The page's own script waits for a shell that says nothing.
  page.getElementById(START_FAILURE_ELEMENT_ID)?.remove()
  const root = page.getElementById('root')
  const waiting = root?.querySelector('[data-waiting]') !== null
  if (!root || (root.childElementCount > 0 && !waiting)) return
  const panel = page.createElement('main')
  panel.className = 'shell-start-failure'
  panel.setAttribute('role', 'alert')
  const title = page.createElement('h1')
  title.textContent = 'Não foi possível iniciar a página'
  const text = page.createElement('p')
  text.textContent = 'Recarregue em alguns instantes. Se continuar, avise quem cuida do sistema.'
  const again = page.createElement('button')
  again.type = 'button'
  again.className = 'btn btn-primary'
  again.textContent = 'Recarregar a página'
  again.addEventListener('click', () => location.reload())
  panel.append(title, text, again)
  root.replaceChildren(panel)
}
