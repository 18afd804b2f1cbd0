import { lazy, Suspense, type ComponentProps } from 'react'

const load = () => import(/* webpackChunkName: "notices" */ './notice-parts.ts')
const Button = lazy(async () => ({ default: (await load()).NoticeButton }))
const Incident = lazy(async () => ({ default: (await load()).IncidentNotices }))
const Reminders = lazy(async () => ({ default: (await load()).RemindersCard }))

export const LazyNotice = (props: ComponentProps<typeof Button>) => (
  <Suspense fallback={null}>
    <Button {...props} />
  </Suspense>
)

export const LazyIncidentNotices = (props: ComponentProps<typeof Incident>) => (
  <Suspense fallback={null}>
    <Incident {...props} />
  </Suspense>
)

export const LazyReminders = (props: ComponentProps<typeof Reminders>) => (
  <Suspense fallback={null}>
    <Reminders {...props} />
  </Suspense>
)
