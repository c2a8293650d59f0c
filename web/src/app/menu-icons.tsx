import {
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  ContactsOutlined,
  FileTextOutlined,
  HomeOutlined,
  MailOutlined,
  MessageOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  UnorderedListOutlined,
  UserOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";

/** Icons by the names that the connected system may use. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  apps: <AppstoreOutlined aria-hidden />,
  bell: <BellOutlined aria-hidden />,
  chart: <BarChartOutlined aria-hidden />,
  contacts: <ContactsOutlined aria-hidden />,
  file: <FileTextOutlined aria-hidden />,
  help: <QuestionCircleOutlined aria-hidden />,
  home: <HomeOutlined aria-hidden />,
  list: <UnorderedListOutlined aria-hidden />,
  mail: <MailOutlined aria-hidden />,
  message: <MessageOutlined aria-hidden />,
  settings: <SettingOutlined aria-hidden />,
  user: <UserOutlined aria-hidden />,
};

/** The icon of that name; none for a name that is not known. */
export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? null;
}
