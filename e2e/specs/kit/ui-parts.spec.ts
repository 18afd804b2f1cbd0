import { openKit } from '../../testing/kit.ts'
import { expect, test, WITH_MOTION } from '../../testing/test.ts'

test.use(WITH_MOTION)

test.beforeEach(async ({ signIn }) => signIn())

// Rule: P-KIT-27
test('an alert is dismissed and brought back, and the code of an example is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openKit(page, 'ui/alerts')
  const example = page.getByRole('region', { name: 'Que pode ser fechado', exact: true })
  await example.getByRole('button', { name: 'Fechar' }).click()
  await expect(example.getByText('Uma nova fonte de dados foi incluída.', { exact: true })).toHaveCount(0)
  await example.getByRole('button', { name: 'Mostrar de novo' }).click()
  await expect(example.getByText('Uma nova fonte de dados foi incluída.', { exact: true })).toBeVisible()
  await example.getByText('Código', { exact: true }).click()
  await example.getByRole('button', { name: 'Copiar código' }).click()
  await expect(example.getByRole('button', { name: 'Código copiado' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("title = 'Que pode ser fechado'")
})

// Rule: P-KIT-27
test('a modal takes the focus, Escape closes it, and its answer has its effect', async ({ page }) => {
  await openKit(page, 'ui/modal')
  const open = page.getByRole('button', { name: 'Abrir a pergunta' })
  const question = page.getByRole('dialog', { name: 'Enviar o relatório agora?' })
  await open.click()
  await expect(question.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(open).toBeFocused()
  await page.getByRole('button', { name: 'Excluir a fonte' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Trazer de volta' })).toBeVisible()
  await page.getByRole('button', { name: 'Mudar o nome' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Relatório mensal')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Relatório mensal')).toBeVisible()
})

// Rule: P-KIT-27
test('tabs change by keyboard, one panel at a time; folds open one or several', async ({ page }) => {
  await openKit(page, 'ui/tabs')
  await page.getByRole('tab', { name: 'Resumo' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Origem', selected: true })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toHaveText('Um fórum aberto e um arquivo trocado entre grupos.')
  const fold = (name: string) => page.getByRole('button', { name })
  await fold('Quando sou avisado?').click()
  await expect(page.getByText('No mesmo dia em que a fonte é lida.', { exact: true })).toBeVisible()
  await expect(fold('O que é um vazamento?')).toHaveAttribute('aria-expanded', 'false')
  await fold('Superfície').click()
  await expect(fold('Superfície')).toHaveAttribute('aria-expanded', 'false')
  await expect(fold('Deep e dark web')).toHaveAttribute('aria-expanded', 'true')
})

// Rule: P-KIT-29
test('a tooltip comes with the focus and goes with it; a popover by click, and a click elsewhere closes it', async ({
  page,
}) => {
  await openKit(page, 'ui/popovers')
  for (const name of ['Em cima', 'À direita', 'Embaixo', 'À esquerda']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText('Atualizado todo dia às 3h')
    await button.blur()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Como contamos' }).click()
  await expect(page.getByRole('heading', { name: 'Como contamos' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('heading', { name: 'Como contamos' })).toHaveCount(0)
})

// Rule: P-KIT-26
test('the carousel moves on after four seconds, not while it is paused, and by its controls', async ({ page }) => {
  await page.clock.install()
  await openKit(page, 'ui/carousel')
  const titles = ['Superfície', 'Deep web', 'Dark web']
  const shown = page.locator('.carousel-item.active').getByRole('heading')
  const pause = page.getByRole('button', { name: 'Pausar' })
  await pause.click()
  await expect(page.locator('.carousel-item-next')).toHaveCount(0)
  const first = titles.indexOf((await shown.textContent()) ?? '')
  const [second, third] = [1, 2].map((step) => titles[(first + step) % titles.length] ?? '')
  // From here on time passes only where the test says so.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.clock.runFor(3_900)
  await expect(shown).toHaveText(titles[first] ?? '')
  await page.clock.runFor(1_100)
  await expect(shown).toHaveText(second ?? '')
  await pause.click()
  await page.clock.runFor(12_000)
  await expect(shown).toHaveText(second ?? '')
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.clock.runFor(1_000)
  await expect(shown).toHaveText(third ?? '')
})

// Rule: P-KIT-27
test('a notification of each kind is shown and can be closed', async ({ page }) => {
  await openKit(page, 'ui/notifications')
  const texts = {
    Sucesso: 'Relatório gerado.',
    Informação: 'A análise de hoje começou.',
    Atenção: 'Uma fonte está demorando mais que o normal.',
    Erro: 'Não foi possível ler a fonte.',
  }
  for (const [kind, text] of Object.entries(texts)) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    const toast = page.getByRole('alert').filter({ hasText: text })
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: /Fechar/ }).click()
    await expect(toast).toHaveCount(0)
  }
})

// Rule: P-KIT-27
test('a list is ordered by keyboard and says so', async ({ page }) => {
  await openKit(page, 'ui/list-groups')
  const items = page.getByRole('list', { name: 'Fontes por prioridade' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Mover Fóruns' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Fóruns está no lugar de Fóruns.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Fóruns está no lugar de Repositórios.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(items).toHaveText(['Repositórios', 'Fóruns', 'Mercados', 'Mensageiros', 'Colagens'])
})

// Rule: P-KIT-30
test('on a narrow window the bar folds its ways behind a button; a bar moves by its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openKit(page, 'ui/navbar')
  const bar = page.getByRole('navigation', { name: 'Barra de exemplo' })
  await expect(bar.getByRole('button', { name: 'Relatórios' })).toBeHidden()
  await bar.getByRole('button', { name: 'Abrir o menu' }).click()
  await bar.getByRole('button', { name: 'Relatórios' }).click()
  await expect(bar.getByRole('button', { name: 'Relatórios' })).toHaveClass(/active/)
  await openKit(page, 'ui/progress')
  const progress = page.getByRole('progressbar', { name: 'Importação' })
  await page.getByRole('button', { name: 'Avançar' }).click()
  await expect(progress).toHaveAttribute('aria-valuenow', '40')
})
