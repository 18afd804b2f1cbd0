import type { Page } from '@playwright/test'
import { pickUp } from '../keyboard.ts'
import { expect } from '../test.ts'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

export const lookAtAlerts = async (page: Page) => {
  const example = page.getByRole('region', { name: 'Que pode ser fechado', exact: true })
  const alert = example.getByText('Uma nova fonte de dados foi incluída.', { exact: true })
  await example.getByRole('button', { name: 'Fechar' }).click()
  await expect(alert).toHaveCount(0)
  await example.getByRole('button', { name: 'Mostrar de novo' }).click()
  await expect(alert).toBeVisible()
  await example.getByText('Código', { exact: true }).click()
  await example.getByRole('button', { name: 'Copiar código' }).click()
  await expect(example.getByRole('button', { name: 'Código copiado' })).toBeVisible()
  expect(await clipboard(page)).toContain("title = 'Que pode ser fechado'")
}

export const lookAtButtons = async (page: Page) => {
  await page.getByRole('region', { name: 'Referência', exact: true }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'ChartView', exact: true })).toBeAttached()
}

export const lookAtIcons = async (page: Page) => {
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Glyphicons')
  const inFirstRow = () =>
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .evaluateAll((items) => {
        const tops = items.map((item) => item.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
  for (const [width, count] of [
    [390, 1],
    [800, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(inFirstRow, `${width} px`).toBe(count)
  }
  await page.getByRole('tab', { name: 'FA 4.7.0' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('FA 4.7.0 new')
  await page.getByLabel('Buscar ícone').fill('gear')
  await page.getByRole('button', { name: 'gear (alias)', exact: true }).click()
  await expect(page.getByText('Nome copiado: gear')).toBeVisible()
  expect(await clipboard(page)).toBe('gear')
}

export const lookAtLists = async (page: Page) => {
  const items = page.getByRole('list', { name: 'Fontes por prioridade' }).getByRole('listitem')
  await pickUp(page.getByRole('button', { name: 'Mover Fóruns' }), 'Fóruns está no lugar de Fóruns.')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Fóruns está no lugar de Repositórios.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(items).toHaveText(['Repositórios', 'Fóruns', 'Mercados', 'Mensageiros', 'Colagens'])
}

export const lookAtModals = async (page: Page) => {
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
}

export const lookAtNavbar = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('navigation', { name: 'Barra de exemplo' })
  await expect(bar.getByRole('button', { name: 'Relatórios' })).toBeHidden()
  await bar.getByRole('button', { name: 'Abrir o menu' }).click()
  await bar.getByRole('button', { name: 'Relatórios' }).click()
  await expect(bar.getByRole('button', { name: 'Relatórios' })).toHaveClass(/active/)
  await page.setViewportSize({ width: 1440, height: 900 })
}

export const lookAtNotifications = async (page: Page) => {
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
}

export const lookAtPopovers = async (page: Page) => {
  for (const name of ['Em cima', 'À direita', 'Embaixo', 'À esquerda']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await expect(page.getByRole('tooltip')).toHaveText('Atualizado todo dia às 3h')
    await button.blur()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  }
  const heading = page.getByRole('heading', { name: 'Como contamos' })
  await page.getByRole('button', { name: 'Como contamos' }).click()
  await expect(heading).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(heading).toHaveCount(0)
}

export const lookAtProgress = async (page: Page) => {
  await page.getByRole('button', { name: 'Avançar' }).click()
  await expect(page.getByRole('progressbar', { name: 'Importação' })).toHaveAttribute('aria-valuenow', '40')
}

export const lookAtTabs = async (page: Page) => {
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
}
