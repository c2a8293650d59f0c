import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Preview } from "./actions/preview";
import { edit, type Saving } from "./actions/saving";
import type { EditorData } from "./loader";
import type { Draft } from "./model/draft";
import type { EditorState, EditorStore } from "./store";

/** What the pages of one editor share. */
export interface Editor {
  readonly store: EditorStore;
  readonly saving: Saving;
  readonly preview: Preview;
  /** What can be chosen; groups and properties that are made in place join it. */
  readonly data: EditorData;
}

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("a page of the editor stands outside it");
  return editor;
}

/** A part of the editor's state. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditor().store, select);
}

/** What is being edited, and how to change it. */
export function useDraft(): readonly [Draft, (change: Partial<Draft>) => void] {
  const { store } = useEditor();
  return [useStore(store, ({ draft }) => draft), (change) => edit(store, change)];
}
