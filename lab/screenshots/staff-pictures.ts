import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_ROUTES, saoPauloDay } from '@atalaia/contracts'
import { casePageSchema, type ListedCase } from '@atalaia/contracts/cases'
import { incidentSchema } from '@atalaia/contracts/incidents'
import { browserArgs } from '@atalaia/stack'
import { chromium, type Browser, type Page } from '@playwright/test'
import { logIn } from './log-in.ts'
import { openPage, pageAtRest } from './open-page.ts'

export type StaffPicturesOptions = {
  readonly browser: string
  readonly url: string
  readonly folder: string
  readonly token: string
  readonly log: (line: string) => void
}

type Picture = {
  readonly name: string
  readonly path: string
  readonly width: 1440 | 390
  readonly height: number
  /** Default: the demonstration account's. */
  readonly token?: string
  readonly show?: (page: Page) => Promise<void>
}

const MAX_BYTES = 60_000
const QUALITIES = [80, 70, 60, 50] as const
const NEWCOMER = { email: 'ana@empresa.example', password: randomUUID() }
const HOUR_MS = 3_600_000

const createCalls = ({ url, token }: StaffPicturesOptions) => {
  const call = async (path: string, init?: RequestInit): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: status ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    get: (path: string) => call(path),
    post: (path: string, body: unknown) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

const prepare = async (options: StaffPicturesOptions) => {
  const { get, post } = createCalls(options)
  const { linhas: rows, pessoas: people } = casePageSchema.parse(await get('/casos?gravidade=critica'))
  const refs = rows.map(({ endereco, fonte, versao }: ListedCase) => ({ endereco, fonte, versao }))
  const [person] = people
  if (!person || refs.length < 5)
    throw new Error('the demonstration account has too few critical cases: run this again')
  const today = saoPauloDay(new Date())
  await post('/casos/mudar', {
    casos: refs.slice(3, 5),
    mudanca: { responsavel: person.id, prazo: today, estado: 'em-andamento' },
  })
  const incident = incidentSchema.parse(
    await post('/incidentes', {
      nome: 'Senhas em um log de computador infectado',
      conhecido_em: new Date(Date.now() - HOUR_MS).toISOString(),
      pequeno_porte: false,
      casos: refs.slice(0, 2).map(({ endereco, fonte }) => ({ endereco, fonte })),
    }),
  )
  await post('/auth/signup', NEWCOMER)
  const newcomer = await logIn(options.url, NEWCOMER)
  return { incident: incident.id, newcomer }
}

const treatFirstCase = async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Estado' }).selectOption('Em andamento')
  await drawer.getByRole('combobox', { name: 'Responsável' }).selectOption({ index: 1 })
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  const next = drawer.getByRole('link', { name: 'Próximo caso crítico' })
  await next.waitFor()
  await next.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

const picturesOf = ({ incident, newcomer }: Awaited<ReturnType<typeof prepare>>): readonly Picture[] => {
  const { analytics } = PRODUCT_ROUTES
  const cases = `${analytics}/casos`
  const critical = `${cases}?gravidade=critica`
  const wide = { width: 1440, height: 860 } as const
  return [
    {
      ...wide,
      name: 'first-steps',
      path: analytics,
      token: newcomer,
      show: (page) => page.getByRole('button', { name: 'Dispensar' }).waitFor(),
    },
    { ...wide, name: 'today', path: analytics, show: (page) => page.locator('.highcharts-root').first().waitFor() },
    { name: 'phone', path: analytics, width: 390, height: 844 },
    { ...wide, name: 'cases', path: critical },
    {
      ...wide,
      name: 'sources',
      path: cases,
      show: async (page) => {
        await page.getByRole('button', { name: 'Por fonte' }).click()
        await page
          .getByRole('table')
          .getByRole('button', { name: /fictícia/ })
          .first()
          .click()
        await page
          .getByRole('link', { name: /em aberto desta fonte$/ })
          .or(page.getByText(/casos em aberto:$/))
          .first()
          .waitFor()
      },
    },
    { ...wide, name: 'incident', path: `${analytics}/incidentes/${incident}` },
    // The last: it changes a case.
    { ...wide, name: 'case', path: critical, show: treatFirstCase },
  ]
}

const smallPicture = async (page: Page): Promise<Buffer | undefined> => {
  const devtools = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= MAX_BYTES) return bytes
  }
  return undefined
}

const take = async (browser: Browser, picture: Picture, options: StaffPicturesOptions): Promise<void> => {
  const { url, folder, log } = options
  const { name, path, width, height, token = options.token, show } = picture
  const page = await openPage(browser, { url, path, size: { width, height }, theme: 'light', token })
  await show?.(page)
  // Widgets show one control more under the pointer.
  await page.mouse.move(0, 0)
  await pageAtRest(page)
  const bytes = await smallPicture(page)
  await page.context().close()
  if (!bytes) throw new Error(`staff-${name}.webp has more than ${MAX_BYTES} bytes: show less`)
  writeFileSync(join(folder, `staff-${name}.webp`), bytes)
  log(`  staff-${name}.webp  ${(bytes.length / 1000).toFixed(1)} kB`)
}

/** Writes `staff-*.webp`, the pictures of docs/staff.md. */
export const takeStaffPictures = async (options: StaffPicturesOptions): Promise<void> => {
  const prepared = await prepare(options)
  mkdirSync(options.folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: options.browser, args: browserArgs() })
  try {
    for (const picture of picturesOf(prepared)) await take(browser, picture, options)
  } finally {
    await browser.close()
  }
}
