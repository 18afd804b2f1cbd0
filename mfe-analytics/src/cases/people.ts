import { createContext, useContext } from 'react'

/** Whether the people of the organisation are known: its own pages know them, and portals do not. Default: true. */
export const PeopleContext = createContext(true)

export const useKnowsPeople = (): boolean => useContext(PeopleContext)
