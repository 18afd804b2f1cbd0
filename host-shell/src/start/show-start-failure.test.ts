import { START_FAILURE_ELEMENT_ID } from '@atalaia/contracts'
import { withShellReport } from './shell-report.ts'
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

// Rule: M-REPORT-11
test('a page that is being left reports no failed start for five seconds', () => {
  // Long ago for the tests that follow.
  const left = performance.now() - 60_000
  const now = jest.spyOn(performance, 'now').mockReturnValue(left)
  pageWith('')
  dispatchEvent(new Event('beforeunload'))
  now.mockReturnValue(left + 4_999)
  showStartFailure(document, new Error('left'))
  expect(sendBeacon).not.toHaveBeenCalled()
  now.mockReturnValue(left + 5_000)
  showStartFailure(document, new Error('no release'))
  expect(sendBeacon.mock.calls).toEqual([['/-/reports', '{"shell":"no release"}']])
})

// Rule: M-SHELL-5
test('it is a failed activation of the version that the gateway gave the page', () => {
  document.documentElement.setAttribute('data-shell', '1.4.0')
  pageWith('')
  showStartFailure(document, new Error('no release'))
  document.documentElement.removeAttribute('data-shell')
  const [[, body]] = sendBeacon.mock.calls
  expect(JSON.parse(body)).toEqual({
    shell: 'no release',
    activations: [
      {
        remote: 'host-shell',
        version: '1.4.0',
        outcome: 'failed',
        phase: 'activate',
        cause: 'no release',
        milliseconds: {},
      },
    ],
  })
})

// Rule: M-SHELL-5
test('a shell has started once a remote of its page was activated, and says so in the same request', () => {
  document.documentElement.setAttribute('data-shell', '1.4.0')
  const sent: string[] = []
  const report = withShellReport(document, ({ remote, version, outcome }) =>
    sent.push(`${remote} ${version} ${outcome}`),
  )
  document.documentElement.removeAttribute('data-shell')
  expect(sent).toEqual([])
  for (const version of ['1.0.0', '2.0.0'])
    report({ remote: 'mfe-landing', version, outcome: 'failed', milliseconds: {} })
  expect(sent).toEqual(['host-shell 1.4.0 ready', 'mfe-landing 1.0.0 failed', 'mfe-landing 2.0.0 failed'])
})

// Rule: P-ERROR-2
test('the waiting page makes room for it, and the page waits no longer for a shell that says nothing', () => {
  const root = pageWith('<div data-waiting><header>Atalaia</header></div>')
  document.body.append(Object.assign(document.createElement('main'), { id: START_FAILURE_ELEMENT_ID }))
  showStartFailure(document, new Error('no release'))
  expect(document.getElementById(START_FAILURE_ELEMENT_ID)).toBeNull()
  expect(root.querySelector('[role=alert] h1')).toHaveTextContent('Não foi possível iniciar a página')
  expect(root.querySelector('[data-waiting]')).toBeNull()
})

test('a page that already shows something keeps it', () => {
  const root = pageWith('<h1>Saiba quais contas vazaram.</h1>')
  showStartFailure(document, new Error('no release'))
  expect(root.children).toHaveLength(1)
  expect(root).toHaveTextContent('Saiba quais contas vazaram.')
})
