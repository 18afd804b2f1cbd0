import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 A and AA with the rules that axe leaves off by default, and axe's own good practice. */
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }

/** Fails with each rule broken, where, and how to mend it. */
export const expectAccessible = async (page: Page, where: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
  )
  expect(found, where).toEqual([])
}
