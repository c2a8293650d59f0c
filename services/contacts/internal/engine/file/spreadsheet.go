package file

import (
	"bytes"
	"strconv"
)

// IsRounded reports whether text is a long number as a spreadsheet writes it, such as 4.85E+10 or 4,85012E+10: its last
// digits are lost.
func IsRounded(text []byte) bool {
	mantissa, exponent, found := bytes.Cut(text, []byte("E+"))
	if !found || len(exponent) < 2 || len(exponent) > 3 || !allDigits(exponent) || len(mantissa) == 0 {
		return false
	}
	return allDigits(mantissa[:1]) && (len(mantissa) == 1 ||
		len(mantissa) > 2 && (mantissa[1] == '.' || mantissa[1] == ',') && allDigits(mantissa[2:]))
}

func allDigits(text []byte) bool {
	for _, b := range text {
		if b < '0' || b > '9' {
			return false
		}
	}
	return len(text) > 0
}

// NoValue replaces a formula that was saved without its value, in the text of a spreadsheet.
const NoValue = "#FORMULA!"

// IsCellError reports whether a cell has an error value of a spreadsheet, in English or in Polish.
func IsCellError(cell []byte) bool {
	if len(cell) < 4 || cell[0] != '#' {
		return false
	}
	switch string(cell) {
	case "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!", NoValue,
		"#N/D", "#N/D!", "#ADR!", "#ARG!", "#DZIEL/0!", "#NAZWA?", "#ZERO!", "#LICZBA!":
		return true
	default:
		return false
	}
}

const (
	// serialOf1970 is the day 1970-01-01 as a serial number of spreadsheets, which count from the end of 1899.
	serialOf1970 = 25569
	// serialOf2100 is the day 2100-01-01.
	serialOf2100 = 73051
)

// parseSerial parses a day number with a fraction of the day: days since 1970 and seconds of the day.
func parseSerial(text []byte) (day, second int64, ok bool) {
	if len(text) < 5 || len(text) > 24 || text[0] < '2' || text[0] > '7' {
		return 0, 0, false
	}
	number, err := strconv.ParseFloat(string(bytes.Replace(text, []byte{','}, []byte{'.'}, 1)), 64)
	if err != nil || number < serialOf1970 || number >= serialOf2100 || bytes.ContainsAny(text, "eExXpP_+-") {
		return 0, 0, false
	}
	all := int64((number-serialOf1970)*secondsOfDay + 0.5)
	return all / secondsOfDay, all % secondsOfDay, true
}
