import { analyticsPage } from '../pages/analytics-page.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { printOnA4 } from '../testing/printed-pages.ts'
import { expect, test } from '../testing/test.ts'
import { settled } from '../testing/themes.ts'

const COUNT = 23
const DAY_MS = 86_400_000

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' })
const dayAndMonth = (moment: number) => `${new Date(moment).getUTCDate()} ${monthName.format(moment)}`

for (const [name, landscape] of [
  ['upright', false],
  ['across', true],
] as const) {
  // Rule: P-PRINT-1, P-PRINT-2, P-PRINT-3
  test(`A4 ${name} has the whole chart and every address, and nothing that is pressed`, async ({
    page,
    stack,
    signIn,
  }) => {
    const account = await createFilledAccount(stack, COUNT)
    await signIn(account)
    const { open, chart, emails } = analyticsPage(page)
    await open()
    await settled(page)
    await expect(chart.locator('svg.highcharts-root')).toBeVisible()
    await expect(emails.getByRole('row')).toHaveCount(11)

    const sheets = await printOnA4(page, { landscape })
    const all = sheets.flatMap(({ texts }) => texts.map(({ text }) => text)).join('')
    // A long one takes two lines.
    for (const address of account.addresses) expect(all).toContain(address)

    const named = sheets.map(({ texts }) => texts.map(({ text }) => text).join(''))
    const ofTable = named.slice(named.findIndex((text) => text.includes('Emails Monitorados')))
    expect(ofTable.length).toBeGreaterThan(landscape ? 1 : 0)
    for (const text of ofTable) expect(text).toContain('Email Nº Vazamentos Senhas Vazadas')

    const axis = sheets.flatMap(({ texts, width }) =>
      texts.filter(({ text }) => /^\d{1,2} \p{L}{3}\.$/u.test(text)).map((label) => ({ ...label, width })),
    )
    expect(axis.length).toBeGreaterThan(3)
    for (const { text, left, right, width } of axis) {
      expect(left, text).toBeGreaterThan(0)
      expect(right, text).toBeLessThan(width)
    }
    // Not where the paper ends, but within three weeks of the end of the axis.
    const threeWeeks = Array.from({ length: 22 }, (_, days) => dayAndMonth(Date.now() + (4 - days) * DAY_MS))
    expect(threeWeeks).toContain(axis.at(-1)?.text)

    expect(all).not.toMatch(/Ir para o conteúdo|Exportar|Próxima|Filtrar|Enviar Email|YOU ARE HERE|Security Dashboard/)
    await expect(emails.getByRole('row')).toHaveCount(11)
  })
}

// Rule: P-PRINT-3, P-PRINT-4
test('a list on paper has a head on each sheet and its filters in words, and no sheet is blank', async ({
  page,
  stack,
  signIn,
}) => {
  await signIn(await createFilledAccount(stack, COUNT))
  await page.goto('/app/main/analytics/casos?situacao=todos&busca=@')
  await expect(page.getByRole('table')).toBeVisible()
  const sheets = (await printOnA4(page, { landscape: false })).map(({ texts }) =>
    texts.map(({ text }) => text).join(' '),
  )
  expect(sheets.length).toBeGreaterThan(0)
  for (const text of sheets) expect(text).toMatch(/Endereço .*Gravidade .*Estado/)
  expect(sheets[0]).toMatch(/Filtros: .*: @.* · \d+ de \d+/)
  expect(sheets.join(' ')).not.toMatch(/Baixar|Incidentes|Relatórios|Qualquer|Próxima/)
})

// Rule: P-PRINT-5
test('an address on paper is whole, and without the list below it', async ({ page, stack, signIn }) => {
  await signIn(await createFilledAccount(stack, 2))
  await page.goto('/app/main/analytics/enderecos')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Linha do tempo' })).toBeVisible()
  const sheets = (await printOnA4(page, { landscape: false })).map(({ texts }) =>
    texts.map(({ text }) => text).join(' '),
  )
  for (const text of sheets) expect(text.trim()).not.toBe('')
  expect(sheets.join(' ')).toMatch(/Endereço monitorado.*Gravidade.*O que fazer.*Onde vazou.*Linha do tempo/)
  expect(sheets.join(' ')).not.toMatch(/Emails? monitorados|Remover endereço|Baixar/)
})
