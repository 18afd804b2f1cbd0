// The store's names in use: only what is named here ships (a shared module ships whole).
export { combineReducers, configureStore, createAsyncThunk, createSlice } from '@reduxjs/toolkit'
export type { PayloadAction, ThunkAction, UnknownAction } from '@reduxjs/toolkit'
export { Provider, useDispatch, useSelector } from 'react-redux'
