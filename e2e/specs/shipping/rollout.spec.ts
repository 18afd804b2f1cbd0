import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '@atalaia/stack'
import { analyticsPath } from '../../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleIn, expectPartAccessibleInEachTheme } from '../../testing/axe.ts'
import { findCanaryBrowsers, inEachBrowser, type Cohort } from '../../testing/canary-browsers.ts'
import { createFilledAccount } from '../../testing/filled-account.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { logMove } from '../../testing/log-move.ts'
import type { Replacement } from '../../testing/remote-variant.ts'
import { expect, test, type ShippingGateway } from '../../testing/shipping-test.ts'
import { inEachTheme } from '../../testing/themes.ts'

const name = 'mfe-analytics'

const title = 'Analises - Ativos Empresariais'
const titled: Replacement = { in: /^(route-analytics|\d+)\..*js$/, text: title, by: `${title} 1.2.0` }

const broken: Replacement = {
  in: /^(route-analytics|\d+)\..*js$/,
  text: '"analytics-board"',
  by: '(()=>{throw Error("broken on purpose")})()',
}

const FOLDER = join(root, '.cache', 'play')
const SIZE = { width: 1440, height: 900 }
let pictures = 0

const film = async (page: Page, what: string) => {
  await mkdir(FOLDER, { recursive: true })
  pictures += 1
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ ...SIZE, width })
    const path = join(FOLDER, `${String(pictures).padStart(2, '0')}-${what}-${width}.png`)
    // Header and sidebar stay in view: from the top they stand where they belong.
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  }
  await page.setViewportSize(SIZE)
  logMove(`picture ${pictures}: ${what}`)
}

type Outcome = { readonly version: string; readonly outcome: 'ready' | 'failed' }

const report = async ({ url }: ShippingGateway, cookies: readonly string[], outcomes: readonly Outcome[]) => {
  const activations = outcomes.map(({ version, outcome }) => ({
    remote: name,
    version,
    outcome,
    ...(outcome === 'failed' && { phase: 'render' }),
    milliseconds: {},
  }))
  for (const cookie of cookies) {
    const headers = { 'content-type': 'application/json', cookie: `atalaia_browser=${cookie}` }
    const body = JSON.stringify({ activations, vitals: [] })
    const answer = await fetch(`${url}${GATEWAY_ADDRESSES.reports}`, { method: 'POST', headers, body })
    expect(answer.status).toBe(204)
  }
}

const everybody = ({ inside, outside }: Cohort) => [...inside, ...outside]

test('a rollout steps up by itself, a render crash ends one at 10 %, and the console, used by keyboard alone, tells why', async ({
  browser,
  page,
  context,
  stack,
  shipping,
  signIn,
  consoleGuard,
}) => {
  consoleGuard.allow(/broken on purpose/, 'the broken canary')
  const { url, remotes, publish } = shipping
  const { keyboard } = page
  const [, token = ''] = (await remotes(['token', 'create', name])).split('\n')
  await publish('mfe-console', '1.0.0')
  await remotes(['promote', 'mfe-console', '1.0.0'])
  await publish(name, '1.1.0', {}, token)
  await remotes(['promote', name, '1.1.0'], token)
  const { token: session } = await createFilledAccount(stack)
  await signIn({ origin: url, token: session })

  await page.goto(`${url}/app/console`)
  const key = page.getByLabel('Chave de publicação')
  await tabTo(key)
  // The storage is filled with the first page: before, whoever takes it over is asked to log in.
  const storageState = await context.storageState()
  await film(page, 'key')
  await keyboard.type(token)
  await keyboard.press('Enter')
  const choice = page.getByRole('button', { name, exact: true })
  await tabTo(choice)
  await keyboard.press('Enter')
  const detail = page.getByRole('region', { name: `Remoto ${name}` })
  await expect(detail.getByRole('heading', { name, exact: true })).toBeFocused()
  const step = detail.getByRole('list', { name: 'Passos' }).locator('[aria-current=step]')

  await publish(name, '1.2.0', { replace: [titled] }, token)
  const [link = ''] = (await remotes(['preview', name, '1.2.0', '--hours', '2'], token)).split('\n')
  logMove(`for a pull request: ${link}`)
  const reviewer = await browser.newContext({ storageState })
  const preview = await reviewer.newPage()
  await preview.goto(link)
  await film(preview, 'preview-question')
  await preview.getByRole('button', { name: 'Usar este código' }).click()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(`${title} 1.2.0`)
  await expect(preview.getByText(/remotes\/mfe-analytics\/1\.2\.0/)).toBeVisible()
  await film(preview, 'preview')
  await reviewer.close()
  // Long enough for the pictures of a step.
  const steps = ['--steps', '10,50,100', '--every', '10s']
  logMove(await remotes(['promote', name, '1.2.0', ...steps, '--reason', 'o gráfico novo'], token))
  await expect(step).toHaveText('10 %')
  await film(page, 'ten-percent')
  const dialog = page.getByRole('dialog')
  for (const [order, reason, state] of [
    ['Pausar', 'almoço', 'pausada'],
    ['Retomar', 'depois do almoço', 'em andamento'],
  ] as const) {
    await tabTo(detail.getByRole('button', { name: order, exact: true }))
    await keyboard.press('Enter')
    await tabTo(dialog.getByLabel('Motivo (opcional)'))
    await keyboard.type(reason)
    if (order === 'Pausar') {
      await expectPartAccessibleInEachTheme(page, 'dialog', 'the question')
      await film(page, 'question')
    }
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(detail.getByText(state, { exact: true })).toBeVisible()
    await expect(detail.locator('.console-orders button').first()).toBeFocused()
  }
  const cohort = await findCanaryBrowsers(shipping, { remote: name, version: '1.2.0', count: 20 })
  const well = ['1.1.0', '1.2.0'].map((version) => ({ version, outcome: 'ready' as const }))
  await report(shipping, everybody(cohort), well)
  await expect(detail.getByText('canário 1.2.0 para 50 %')).toBeVisible()
  logMove('nothing tells against it: the gateway has taken the second step by itself')
  await film(page, 'fifty-percent')
  await report(shipping, everybody(cohort), well)
  await expect(detail.getByText('concluída')).toBeVisible()
  // The order that had the focus is gone.
  await expect(detail.getByRole('heading', { name, exact: true })).toBeFocused()
  logMove('everybody gets 1.2.0')
  await film(page, 'everybody')

  await publish(name, '1.3.0', { replace: [broken] }, token)
  logMove(await remotes(['promote', name, '1.3.0', ...steps, '--reason', 'uma tabela nossa'], token))
  await expect(step).toHaveText('10 %')
  await report(shipping, cohort.outside, [{ version: '1.2.0', outcome: 'ready' }])
  // The same browsers are among the first tenth again.
  const [real = '', ...others] = cohort.inside
  await inEachBrowser(browser, { gateway: shipping, storageState, cookies: [real] }, async (visitor) => {
    const told = visitor.waitForResponse(
      (answer) =>
        answer.url().endsWith(GATEWAY_ADDRESSES.reports) &&
        (answer.request().postData() ?? '').includes('"outcome":"failed"'),
    )
    await visitor.goto(analyticsPath)
    expect((await told).status()).toBe(204)
    await film(visitor, 'a-visitor')
  })
  logMove('one real browser saw the crash, and reported it')
  await report(shipping, others, [{ version: '1.3.0', outcome: 'failed' }])
  await expect(detail.getByText('desfeita pelo gateway', { exact: true })).toBeVisible()
  const why = /A 1\.3\.0 falhou em 20 de 20 navegadores \(na fase “renderização”: 20\), e a 1\.2\.0 falhou em 0 de /
  await expect(detail.getByRole('alert')).toContainText(why)
  await expect(detail.getByText(/(failed|step) /)).toHaveCount(0)
  logMove(`rollouts:\n${await remotes(['rollout', name], token)}`)
  await expect.poll(() => remotes(['status'])).toMatch(/mfe-analytics +stable +1\.2\.0$/m)
  await inEachTheme(page, async (theme) => {
    await expectAccessibleIn(theme, page, `console, ${theme}`)
    await film(page, `stopped-${theme}`)
  })
  for (const width of [768, 390]) {
    await page.setViewportSize({ ...SIZE, width })
    await expectAccessible(page, `console, ${width} px`)
  }
})
