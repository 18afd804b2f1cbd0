import type { VitalReport } from '@atalaia/contracts'
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Reports each web vital of this page load once its value stands. */
export const measureVitals = (route: string, report: (vital: VitalReport) => void): void => {
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    measure(({ name, value }) => report({ route, name, value }))
  }
}
