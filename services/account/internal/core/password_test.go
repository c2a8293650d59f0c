package core_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
)

func TestPasswordsNeedFourSortsOfCharacters(t *testing.T) {
	for text, good := range map[string]bool{
		"Correct-Horse-9": true, "Zażółć-gęślą-9": true, "short-A1": false, "nouppercase-123": false,
		"NOLOWERCASE-123": false,
		"NoDigitsHere-!!": false, "NoSpecialChar12": false, "Żółw-na-księżycu-7": true, "Puls-Jest-Dobry-1": true,
	} {
		check(t, text, good)
	}
}

func TestMuchUsedPasswordsAreRefusedHoweverDecorated(t *testing.T) {
	for _, text := range []string{
		"Password123!", "Password-2026!", "P@ssw0rd1234", "P@$$w0rd!2024", "Qwerty123456!", "Welcome2024!!",
		"!!!Administrator1", "Haslo1234567!",
		"Hasło123456!!", "Zaq12wsx!!!!!", "Polska2024!!!", "Admin@123456", "PasswordPassword1!", "Iloveyou1234!",
		"Abcdefgh1234!",
		"Monika123456!", "Letmein!123456", "Kochamcie123!", "Aaaaaaaaaaa1!",
	} {
		require.ErrorIs(t, core.CheckPassword("password", text), core.ErrCommonPassword, text)
	}
}

func TestTheMostUsedPasswordsAreRefusedHoweverTheyAreWritten(t *testing.T) {
	content, err := os.ReadFile("passwords.txt")
	require.NoError(t, err)
	count := 0
	for line := range strings.Lines(string(content)) {
		word := strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(word, "#") {
			continue
		}
		count++
		wide := strings.Map(func(r rune) rune { // compatible forms of ASCII
			if r > ' ' && r <= '~' {
				return r + 0xfee0
			}
			return r
		}, word)
		for _, text := range []string{word, strings.ToUpper(word), wide} {
			require.ErrorIs(t, core.CheckPassword("password", text), core.ErrCommonPassword, text)
		}
	}
	require.Equal(t, 3000, count)
	require.ErrorIs(t, core.CheckPassword("password", "Starwars-2026!"), core.ErrCommonPassword)
}

func check(t *testing.T, text string, good bool) {
	t.Helper()
	err := core.CheckPassword("password", text)
	if good {
		require.NoError(t, err, text)
		return
	}
	require.ErrorIs(t, err, core.ErrWeakPassword, text)
}

func TestZonesAreThoseOfTheIANA(t *testing.T) {
	for name, good := range map[string]bool{
		"Europe/Warsaw": true, "UTC": true, "America/Argentina/ComodRivadavia": true,
		"": false, "Local": false, "europe/warsaw": false, "Factory": false, "Europe/Krakow": false, "../etc/passwd": false,
	} {
		err := core.CheckTimezone(name)
		require.Equal(t, good, err == nil, name)
	}
}
