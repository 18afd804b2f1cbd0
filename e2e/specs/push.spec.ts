import { PRODUCT_ROUTES, PUSH_WORKER } from '@atalaia/contracts'
import { browserArgs, findBrowser } from '@atalaia/stack'
import { loginPage } from '../pages/login-page.ts'
import { shell } from '../pages/shell.ts'
import { createAccount } from '../testing/account.ts'
import { expectAccessible } from '../testing/axe.ts'
import { guardConsole } from '../testing/console-guard.ts'
import { startPushService, subscribeAt } from '../testing/push-service.ts'
import { expect, test } from '../testing/test.ts'

// Globals of a service worker, in which the test runs a function.
declare const registration: ServiceWorkerRegistration
declare const clients: { openWindow: (url: string) => Promise<void> }
declare const NotificationEvent: new (type: string, init: { readonly notification: Notification }) => Event

const ALERTS = `${PRODUCT_ROUTES.analytics}/alertas`

// Rule: P-ALERT-4, M-PUSH-7, M-PUSH-9
// Threat: T-PUSH-3
test('a browser is turned on, shows a push whose click opens its page, and forgets its pushes with the log-out', async ({
  playwright,
  stack,
}) => {
  const service = await startPushService()
  // Chromium without windows has no notifications.
  const browser = await playwright.chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
  const context = await browser.newContext({ baseURL: stack.url, locale: 'pt-BR' })
  context.setDefaultTimeout(30_000)
  const { check } = guardConsole(browser, context)
  await context.grantPermissions(['notifications'], { origin: stack.url })
  const page = await context.newPage()
  await subscribeAt(page, service.keys)
  const account = await createAccount(stack.url)
  const login = loginPage(page)
  await login.open()
  await login.logIn(account)
  await expect(page).toHaveURL(/\/app\//)
  await page.goto(ALERTS)
  await page.getByRole('button', { name: 'Ligar neste navegador' }).click()
  await expect(page.getByText('Os avisos estão ligados neste navegador.')).toBeVisible()
  await expectAccessible(page, 'alerts')

  const read = service.next()
  await page.getByRole('button', { name: /^Testar: Chrome no Linux/ }).click()
  const payload = await read
  expect(JSON.parse(payload)).toMatchObject({ title: 'Aviso de teste', path: ALERTS })
  await page.goto(PRODUCT_ROUTES.analytics)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === stack.url + PUSH_WORKER.scope)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const push = { origin: stack.url, registrationId: await registered, data: payload }
  await devtools.send('ServiceWorker.deliverPushMessage', push)
  // The push comes twice, and a third one cannot be read.
  await devtools.send('ServiceWorker.deliverPushMessage', push)
  await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data: 'x' })
  const shown = () =>
    page.evaluate(async (scope) => {
      const worker = await navigator.serviceWorker.getRegistration(scope)
      const notifications = (await worker?.getNotifications()) ?? []
      return notifications.map(({ title, body }) => `${title}: ${body}`)
    }, PUSH_WORKER.scope)
  await expect
    .poll(shown)
    .toEqual([
      'Aviso de teste: Os avisos de vazamentos novos aparecem assim neste navegador.',
      'Aviso novo: Abra o painel para ver o que há de novo.',
    ])

  const worker = context.serviceWorkers().find((each) => each.url() === stack.url + PUSH_WORKER.script)
  // A click that no hand has made may open no window: the address is what the worker hands to the browser.
  const opened = await worker?.evaluate(async () => {
    const [notification] = await registration.getNotifications()
    if (!notification) throw new Error('no notification is shown')
    const address = new Promise((resolve) => {
      clients.openWindow = async (url) => resolve(url)
    })
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    return address
  })
  expect(opened).toBe(stack.url + ALERTS)
  await page.goto(String(opened))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avisos')

  await shell(page).logOut.click()
  await expect(page).toHaveURL(/\/login/)
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(registrations).toBe(0)
  check()
  await browser.close()
  service.stop()
})
