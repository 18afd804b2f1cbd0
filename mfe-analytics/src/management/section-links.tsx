import { Link, useLocation } from '@atalaia/react/router'
import './section-links.css'
import remote from '../../remote.json' with { type: 'json' }
import { useManagementWords } from './management-words.ts'

/** The pages below the dashboard, in the order of the links. */
const SECTIONS = ['addresses', 'cases', 'incidents', 'domains', 'reports', 'alerts']
const sections = SECTIONS.flatMap((id) => remote.routes.filter((route) => route.id === id))

/** The ways between the pages below the dashboard. */
export const SectionLinks = () => {
  const { t } = useManagementWords()
  const { pathname } = useLocation()
  const here = pathname.replace(/\/$/, '')
  const currentOf = (path: string) => (here === path ? 'page' : here.startsWith(`${path}/`) || undefined)
  return (
    <nav className="analytics-sections" aria-label={t('sections')}>
      <ul>
        {sections.map(({ id, path, title }) => (
          <li key={id}>
            <Link to={path} aria-current={currentOf(path)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
