// The chunk of notices: what pages show of them on demand.
export { IncidentNotices } from './incident-notices.tsx'
export { NoticeButton } from './notice-button.tsx'
export { RemindersCard } from './reminders-card.tsx'
