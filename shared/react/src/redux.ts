// The names of the store in use. A shared module ships whole, so a name that is not listed here does not ship.
export { combineReducers, configureStore, createAsyncThunk, createSlice } from '@reduxjs/toolkit'
export type { PayloadAction, ThunkAction, UnknownAction } from '@reduxjs/toolkit'
export { Provider, useDispatch, useSelector } from 'react-redux'
