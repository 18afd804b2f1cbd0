/** What the dashboard is made of, in its order; an embedding page may ask for some of them. */
export const dashboardParts = ['summary', 'reports', 'chart', 'add', 'emails'] as const
export type DashboardPart = (typeof dashboardParts)[number]
