import { newAccount } from '../testing/account.ts'
import { comboLines, passwordsOf, writeCombo } from '../testing/combo-file.ts'
import { expect, test, WITH_MOTION } from '../testing/test.ts'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { shell } from '../pages/shell.ts'

test.use(WITH_MOTION)

test('from a new account to the numbers of a leak file, out again, and back to where one wanted to go @everyday', async ({
  page,
  stack,
}) => {
  const account = newAccount()
  const analytics = analyticsPage(page)

  await test.step('register and log in', async () => {
    await page.goto('/register')
    await registerPage(page).register(account)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText("You've been registered successfully")).toBeVisible()
    await loginPage(page).logIn(account)
    await expect(page).toHaveURL(analyticsPath)
    await expect(analytics.heading).toBeVisible()
  })

  await test.step('the empty dashboard claims nothing', async () => {
    await expect(analytics.total).toHaveAttribute('aria-busy', 'false')
    await expect(analytics.topEmail.getByRole('listitem')).toHaveCount(0)
    await expect(page.getByText(/segur[oa]\b/i)).toHaveCount(0)
    await expect(analytics.field).toBeVisible()
  })

  const lines = comboLines()
  const file = await writeCombo(lines)
  const addresses = ['conta0', 'conta1299', 'conta2599'].map((name) => {
    const found = lines.find(({ address }) => address.startsWith(`${name}@`))
    if (!found) throw new Error(`the file has no ${name}`)
    return found.address
  })

  await test.step('import the file, twice', async () => {
    const first = await stack.leaksImport(file.path, 'vazamento-teste')
    expect(figures(first)).toEqual({ read: 10_000, new: 8_000, known: 2_000, rejected: 0 })
    const second = await stack.leaksImport(file.path, 'vazamento-teste')
    expect(figures(second)).toEqual({ read: 10_000, new: 0, known: 10_000, rejected: 0 })
  })

  await test.step('add three of its addresses', async () => {
    for (const address of addresses) {
      await analytics.add(address)
      await expect(analytics.form.getByText('Email enviado com sucesso!')).toBeVisible()
      await expect(analytics.field).toHaveValue('')
      await expect(analytics.row(address)).toBeVisible()
    }
  })

  const passwords = addresses.map((address) => passwordsOf(lines, address))
  const total = passwords.reduce((sum, count) => sum + count, 0)

  await test.step('table, totals and rankings agree with the file', async () => {
    for (const [index, address] of addresses.entries()) {
      await expect(analytics.row(address).getByRole('rowheader')).toHaveText(address)
      await expect(analytics.row(address).getByRole('cell')).toHaveText(['1', String(passwords[index])])
    }
    await expect(analytics.total).toContainText('3')
    await expect(analytics.total).toContainText(String(total))
    const ranked = addresses
      .map((address, index) => ({ address, count: passwords[index] ?? 0 }))
      .toSorted((a, b) => b.count - a.count || (a.address < b.address ? -1 : 1))
    await expect(analytics.topPassword.getByRole('listitem')).toHaveText(
      ranked.map(({ address, count }) => new RegExp(`${count}.*${address.split('@')[0]}`)),
    )
    await expect(analytics.topEmail.getByRole('listitem')).toHaveText(
      addresses.toSorted().map((address) => new RegExp(`1.*${address.split('@')[0]}`)),
    )
  })

  await test.step('the chart has a point for each analysis, also as a table', async () => {
    await expect(analytics.chart.getByRole('img')).toBeVisible()
    await analytics.chart.getByRole('button', { name: 'Ver como tabela' }).click()
    const last = analytics.chart.getByRole('row').last()
    await expect(last).toContainText('3')
    await expect(last).toContainText(String(total))
  })

  await test.step('a report opens in a new tab, as PDF', async () => {
    const link = analytics.reports.getByRole('link').first()
    await expect(analytics.reports.getByRole('link')).toHaveCount(3)
    await expect(link).toContainText('conta2599')
    await expect(link).toHaveAttribute('target', '_blank')
    const href = await link.getAttribute('href')
    // Chromium without a window cannot show a PDF: it downloads it. The answer is what counts.
    const answer = await page.request.get(href ?? '')
    expect(answer.headers()['content-type']).toContain('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
    const popup = page.waitForEvent('popup')
    await link.click()
    await (await popup).close()
  })

  await test.step('log out', async () => {
    await shell(page).logOut.click()
    await expect(page).toHaveURL('/login')
    await page.goto(analyticsPath)
    await expect(page).toHaveURL(/\/login\?next=/)
    expect(
      await page.evaluate(() => ['access_token', 'user', 'token'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null])
  })

  await test.step('an address inside leads by the login to itself, with its query', async () => {
    await page.goto('/app/tables/dynamic?pagina=2#linhas')
    await expect(page).toHaveURL(/\/login\?next=/)
    await loginPage(page).logIn(account)
    await expect(page).toHaveURL('/app/tables/dynamic?pagina=2#linhas')
  })
})

const figures = (output: string) => {
  const figure = (name: string) => {
    const text = new RegExp(`${name}\\s+([\\d,]+)`).exec(output)?.[1]
    return text === undefined ? output : Number(text.replaceAll(',', ''))
  }
  return {
    read: figure('lines read'),
    new: figure('new'),
    known: figure('already known'),
    rejected: figure('rejected'),
  }
}
