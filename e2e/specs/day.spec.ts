import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { newAccount } from '../testing/account.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { startMailbox } from '../testing/mailbox.ts'
import { startNameServer } from '../testing/name-server.ts'
import { expect, test } from '../testing/test.ts'

const domain = 'um-dia.com.br'
const address = `rh@${domain}`

test('a day: a domain proved, two logs, one mail, a case handled and opened again, its report and its dossier', async ({
  page,
  startOwnStack,
}) => {
  page.setDefaultTimeout(15_000)
  const [names, mailbox] = await Promise.all([startNameServer(), startMailbox()])
  const stack = await startOwnStack({ DNS_SERVERS: names.address, OWNERSHIP_CHECK: 'on', SMTP_URL: mailbox.url })
  const go = (path: string) => page.goto(`${stack.url}${path}`)
  const account = newAccount()
  try {
    await test.step('somebody signs up, logs in and proves the mailbox', async () => {
      await go('/register')
      await registerPage(page).register(account)
      await loginPage(page).logIn(account)
      await expect(page).toHaveURL(new RegExp(`${analyticsPath}$`))
      const { pathname, hash } = new URL(await mailbox.find(account.email, /https?:\/\/[^\s"<]+\/confirmar#[\w-]{43}/))
      await go(pathname + hash)
      await page.getByRole('button', { name: 'Confirmar' }).click()
      await expect(page.getByText('E-mail confirmado.')).toBeVisible()
    })

    await test.step('the domain is proved at its name server', async () => {
      await go(`${analyticsPath}/dominios`)
      await page.getByRole('textbox', { name: 'Domínio' }).fill(domain)
      await page.keyboard.press('Enter')
      const record = await page
        .getByText(/^atalaia-verification=/)
        .first()
        .textContent()
      await names.publish(`_atalaia.${domain}`, record ?? '')
      await page.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
      await expect(page.getByText('Provado por DNS')).toBeVisible()
    })

    await test.step('alerts are asked for at once; two logs come, and one mail', async () => {
      await go(`${analyticsPath}/alertas`)
      await page.getByRole('combobox', { name: 'Quando' }).selectOption('Na hora')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByText('Seus avisos foram salvos.')).toBeVisible()
      const logs = [
        [{ address, password: 'primeira' }],
        [
          { address, password: 'primeira' },
          { address, password: 'segunda' },
        ],
      ]
      for (const [at, lines] of logs.entries())
        await stack.leaks('import', (await writeCombo(lines)).path, '--source', `log-${at + 1}`, '--date', '2026-01-31')
    })

    const link = await mailbox.find(account.email, /https?:\/\/[^\s"<]+\/enderecos\/[\da-f-]{36}/)
    await test.step('the mail leads to the address, whose number explains itself', async () => {
      await go(new URL(link).pathname)
      await expect(page.getByRole('heading', { name: address })).toBeVisible()
      await page.getByText('Explique este número').first().click()
      await expect(page.getByText('Vazou em log-1')).toBeVisible()
    })

    const part = page.getByRole('group', { name: 'Caso de log-2' })
    await test.step('its case is handled', async () => {
      await page
        .getByRole('button', { name: /^Tratar/ })
        .last()
        .click()
      await part.getByRole('combobox', { name: 'Estado' }).selectOption('Tratado')
      await part.getByRole('textbox', { name: 'Nota' }).fill('A senha foi trocada.')
      await part.getByRole('button', { name: 'Salvar' }).click()
      await expect(part.getByText('Caso salvo.')).toBeVisible()
    })

    await test.step('newer evidence opens it again', async () => {
      const { path } = await writeCombo([{ address, password: 'terceira' }])
      await stack.leaks('import', path, '--source', 'log-2')
      await page.reload()
      await expect(page.getByText(/^Reaberto em .*chegou evidência mais nova\.$/)).toBeVisible()
    })

    await test.step('the report for the director is made, and is the file that it says it is', async () => {
      await go(`${analyticsPath}/relatorios`)
      await page.getByRole('button', { name: 'Fazer relatório' }).click()
      const made = page.getByText('O relatório está pronto:').getByRole('link')
      const report = await fetch(new URL((await made.getAttribute('href')) ?? '', stack.url))
      expect(report.headers.get('content-type')).toBe('application/pdf')
      const buffer = Buffer.from(await report.arrayBuffer())
      await page.getByLabel('Arquivo PDF').setInputFiles({ name: 'relatorio.pdf', mimeType: 'application/pdf', buffer })
      await expect(page.getByText(/^É o arquivo que a sua organização recebeu/)).toBeVisible()
    })

    await test.step('the incident is registered from the case, and its dossier handed over', async () => {
      await go(new URL(link).pathname)
      await page.getByRole('link', { name: 'Registrar incidente' }).last().click()
      await page.getByLabel('Nome do incidente').fill('Senhas do RH')
      await page.getByLabel('Conhecimento pelo controlador').fill('2026-11-19T15:00')
      await page.getByRole('button', { name: 'Registrar' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Incidente nº 1: Senhas do RH' })).toBeVisible()
      for (const [button, beginning] of [
        ['Baixar PDF', '%PDF-'],
        ['Baixar JSON', '{'],
      ] as const) {
        const saving = page.waitForEvent('download')
        await page.getByRole('button', { name: button }).click()
        expect((await text(createReadStream(await (await saving).path()))).slice(0, beginning.length)).toBe(beginning)
      }
    })
    const subjects = (await mailbox.mails(account.email)).flatMap((mail) => /^Subject: .*/m.exec(mail) ?? [])
    expect(subjects.filter((subject) => subject.includes('vazamentos_novos'))).toHaveLength(1)
  } finally {
    names.stop()
    mailbox.stop()
  }
})
