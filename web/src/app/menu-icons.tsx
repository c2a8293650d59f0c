import AppstoreOutlined from "@ant-design/icons-svg/es/asn/AppstoreOutlined";
import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import BellOutlined from "@ant-design/icons-svg/es/asn/BellOutlined";
import ContactsOutlined from "@ant-design/icons-svg/es/asn/ContactsOutlined";
import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import HomeOutlined from "@ant-design/icons-svg/es/asn/HomeOutlined";
import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import MessageOutlined from "@ant-design/icons-svg/es/asn/MessageOutlined";
import QuestionCircleOutlined from "@ant-design/icons-svg/es/asn/QuestionCircleOutlined";
import SettingOutlined from "@ant-design/icons-svg/es/asn/SettingOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { Icon } from "../ui/Icon";
import type { ReactNode } from "react";

/** Icons by the names that the connected system may use. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  apps: <Icon of={AppstoreOutlined} />,
  bell: <Icon of={BellOutlined} />,
  chart: <Icon of={BarChartOutlined} />,
  contacts: <Icon of={ContactsOutlined} />,
  file: <Icon of={FileTextOutlined} />,
  help: <Icon of={QuestionCircleOutlined} />,
  home: <Icon of={HomeOutlined} />,
  list: <Icon of={UnorderedListOutlined} />,
  mail: <Icon of={MailOutlined} />,
  message: <Icon of={MessageOutlined} />,
  settings: <Icon of={SettingOutlined} />,
  user: <Icon of={UserOutlined} />,
};

/** The icon of that name; none for a name that is not known. */
export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? null;
}
