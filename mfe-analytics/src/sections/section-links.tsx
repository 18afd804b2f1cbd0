import type { Today } from '@atalaia/contracts/today'
import { Link, useLocation } from '@atalaia/react/router'
import { VisuallyHidden } from '@atalaia/ui'
import { useLayoutEffect, useRef } from 'react'
import { addressIdIn, listIn } from '../links/address-place.ts'
import { useToday } from '../state/use-today.ts'
import { SearchButton } from '../search/search-button.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { SECTIONS, sectionPath, type Section } from '../management/sections.ts'
import './section-links.css'

/** Section of a page. An address belongs to the section that it was opened over. */
const sectionOf = (place: ReturnType<typeof useLocation>): Section => {
  const { pathname } = place
  if (addressIdIn(pathname) !== undefined) return listIn(place)?.list ?? 'analytics'
  const below = SECTIONS.filter((section) => section !== 'analytics')
  return below.find((section) => `${pathname}/`.startsWith(`${sectionPath(section)}/`)) ?? 'analytics'
}

/** The dashboard and the pages below it, each with how much is there (P-SECTION-1), and the search. */
export const SectionLinks = () => {
  const { t } = useManagementWords()
  const place = useLocation()
  const current = sectionOf(place)
  const today = useToday({ loads: current !== 'analytics' })
  const isPage = place.pathname.replace(/\/$/, '') === sectionPath(current)
  const list = useRef<HTMLUListElement>(null)
  const isScrolled = useRef(false)
  // Scrolled by hand: `scrollIntoView` would move the page, too.
  useLayoutEffect(() => {
    const at = SECTIONS.indexOf(current)
    const item = list.current?.children.item(at)
    // The numbers make the links before it wider.
    if (today === undefined || !list.current || !(item instanceof HTMLElement)) return
    // The first link is in sight already: a look at the layout would hold up the first numbers.
    if (at === 0 && !isScrolled.current) return
    isScrolled.current = at > 0
    list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2
  }, [current, today])
  return (
    <div className="analytics-sections">
      <nav aria-label={t('sections')}>
        <ul ref={list}>
          {SECTIONS.map((section) => (
            <li key={section}>
              <Link to={sectionPath(section)} aria-current={section === current ? (isPage ? 'page' : true) : undefined}>
                {t(`section.${section}`)}
                <Counts section={section} today={today} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SearchButton />
    </div>
  )
}

type CountsProps = { readonly section: Section; readonly today: ReturnType<typeof useToday> }

const countOf = (section: Section, today: Today): number | undefined => {
  if (section === 'addresses') return today.enderecos
  if (section === 'cases') return today.casos_abertos
  return section === 'incidents' ? today.incidentes : undefined
}

const Counts = ({ section, today }: CountsProps) => {
  const { t, number } = useManagementWords()
  if (today === null) return null
  // Most organisations have addresses and cases: the room of their numbers is kept, so that little moves.
  if (today === undefined)
    return (section === 'addresses' || section === 'cases') && <span className="analytics-sections__count" />
  const count = countOf(section, today)
  if (count === undefined || count === 0) return null
  const overdue = section === 'cases' ? today.casos_vencidos : 0
  return (
    <>
      {' '}
      <span className="analytics-sections__count">
        {section === 'addresses' ? number(count) : <Told text={t('section.open', { count })} count={number(count)} />}
      </span>
      {overdue > 0 && ' '}
      {overdue > 0 && (
        <span className="analytics-sections__count analytics-sections__count--overdue">
          <Told text={t('section.overdue', { count: overdue })} count={number(overdue)} />
        </span>
      )}
    </>
  )
}

/** A number on the screen, with its words for readers and under the pointer. */
const Told = ({ text, count }: { readonly text: string; readonly count: string }) => (
  <span title={text}>
    <span aria-hidden="true">{count}</span>
    <VisuallyHidden>{text}</VisuallyHidden>
  </span>
)
