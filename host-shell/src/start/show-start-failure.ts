import { consoleLogger } from '../platform/logger.ts'

/**
 * Shows that the page could not start, without React (P-ERROR-2). Content that reads well stays; the waiting page, which
 * would be waited for in vain, goes.
 */
export const showStartFailure = (page: Document, error: unknown): void => {
  consoleLogger.error('shell: the page could not start', error)
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
