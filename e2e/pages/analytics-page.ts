import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { expect, type Page } from '@playwright/test'

export const analyticsPath = PRODUCT_ROUTES.analytics

/** Resolves once all numbers have arrived and no call is running. */
export const expectFilled = async (page: Page): Promise<void> => {
  const { heading, total, chart, emails } = analyticsPage(page)
  await expect(heading).toBeVisible()
  for (const widget of [total, chart, emails]) await expect(widget).toHaveAttribute('aria-busy', 'false')
}

export const analyticsPage = (page: Page) => {
  const widget = (title: string) => page.getByRole('region', { name: title, exact: true })
  const form = widget('Adicionar Email Monitorado')
  const table = widget('Emails Monitorados').getByRole('table')
  return {
    open: () => page.goto(analyticsPath),
    /** The link to a page below the dashboard, or to the dashboard itself. */
    section: (name: string) => page.getByRole('navigation', { name: 'Páginas da análise' }).getByRole('link', { name }),
    heading: page.getByRole('heading', { name: 'Analises - Ativos Empresariais' }),
    widget,
    total: widget('Total de Vazamentos'),
    topEmail: widget('Top 3 vazamentos E-mail'),
    topPassword: widget('Top 3 vazamentos Senha'),
    reports: widget('Últimos 3 Relatórios'),
    chart: widget('Ultimos 3 meses'),
    emails: widget('Emails Monitorados'),
    field: form.getByLabel('Email'),
    submit: form.getByRole('button', { name: 'Enviar Email' }),
    form,
    table,
    row: (address: string) => table.getByRole('row').filter({ hasText: address }),
    add: async (address: string) => {
      await form.getByLabel('Email').fill(address)
      await form.getByRole('button', { name: 'Enviar Email' }).click()
    },
  }
}
