import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const titles = {
  summary: 'Total de Vazamentos',
  reports: 'Últimos 3 Relatórios',
  chart: 'Ultimos 3 meses',
  emails: 'Emails Monitorados',
  add: 'Adicionar Email Monitorado',
}

export const partsChosen: Check = {
  id: 'parts-chosen',
  chapter: 'good guest',
  promise: 'show chooses the parts; without it there are all',
  run: (stage) =>
    withInstance(stage, { attributes: { show: 'summary emails' } }, async ({ mounted }) => {
      const count = (title: string) => mounted.element.getByText(title, { exact: true }).count()
      const problems: string[] = []
      for (const [part, title] of Object.entries(titles)) {
        const wanted = part === 'summary' || part === 'emails' ? 1 : 0
        if ((await count(title)) !== wanted) problems.push(`show="summary emails" has "${title}" ${1 - wanted} times`)
      }
      await mounted.handle.evaluate(({ element }) => element.removeAttribute('show'))
      for (const title of Object.values(titles)) await mounted.untilShown(title)
      return keptUnless(problems)
    }),
}
