import { showStartFailure } from './show-start-failure.ts'

let logged: jest.SpyInstance
const sendBeacon = jest.fn()
beforeEach(() => {
  sendBeacon.mockReset()
  Object.assign(navigator, { sendBeacon })
  logged = jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  jest.restoreAllMocks()
  document.body.replaceChildren()
})

const pageWith = (content: string): HTMLElement => {
  const root = Object.assign(document.createElement('div'), { id: 'root', innerHTML: content })
  document.body.append(root)
  return root
}

// Rule: P-ERROR-2, M-REPORT-9
test('a page that cannot start says so, with a button that loads it again, and logs the cause', () => {
  const root = pageWith('')
  showStartFailure(document, new Error('no release'))
  expect(root.querySelector('[role=alert] h1')).toHaveTextContent('Não foi possível iniciar a página')
  expect(root.querySelector('button')).toHaveTextContent('Recarregar a página')
  expect(sendBeacon.mock.calls).toEqual([['/-/reports', '{"shell":"no release"}']])
  expect(logged).toHaveBeenCalledWith('shell: the page could not start', new Error('no release'))
})

// Rule: P-ERROR-2
test('the waiting page makes room for it', () => {
  const root = pageWith('<div data-waiting><header>Atalaia</header></div>')
  showStartFailure(document, new Error('no release'))
  expect(root.querySelector('[role=alert] h1')).toHaveTextContent('Não foi possível iniciar a página')
  expect(root.querySelector('[data-waiting]')).toBeNull()
})

test('a page that already shows something keeps it', () => {
  const root = pageWith('<h1>Saiba quais contas vazaram.</h1>')
  showStartFailure(document, new Error('no release'))
  expect(root.children).toHaveLength(1)
  expect(root).toHaveTextContent('Saiba quais contas vazaram.')
})
