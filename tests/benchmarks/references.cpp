// References that are compiled when the benchmarks run: what a program in C++ takes for the same file.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr std::size_t BLOCK = 2 << 20;
constexpr std::size_t HEADER = 5;  // u8 id, u32 size
constexpr std::uint8_t EVENT_ADD = 2;

// The widths of the fields of a record, by packet id; the first two packets have one record and no count.
const char *widths(std::uint8_t id) {
    switch (id) {
        case 0: return "888";
        case 14: return "8";
        case 3: return "4";
        case 4: case 9: case 10: return "44";
        case 5: return "44411";
        case 6: case 12: case 13: return "4444444";
        case 7: return "4141";
        case 8: return "444414";
        case 11: return "44444411";
        case 16: return "4444";
        default: return "";
    }
}

// As CARLA's queries do: each field is read from the stream by a call of its own.
struct SmallReads {
    std::ifstream file;

    template <class T> T take() {
        T value{};
        file.read(reinterpret_cast<char *>(&value), sizeof value);
        return value;
    }

    void take_text() {
        std::string text(take<std::uint16_t>(), '\0');
        file.read(&text[0], static_cast<std::streamsize>(text.size()));
    }

    void take_record(const char *fields) {
        for (char value[8]; *fields != '\0'; ++fields) file.read(value, *fields - '0');
    }

    void take_actor() {
        take_record("41444" "4444");
        take_text();
        for (auto left = take<std::uint16_t>(); left > 0 && file; --left) {
            take<std::uint8_t>();
            take_text();
            take_text();
        }
    }
};

}  // namespace

// Walk from packet header to packet header in blocks of 2 MB; count packets by id (256 of them).
// Return the number of bytes that were walked over, -1 if there is no such file.
extern "C" std::int64_t walk(const char *path, std::int64_t start, std::uint64_t *counts) {
    std::FILE *file = std::fopen(path, "rb");
    if (file == nullptr) return -1;
    std::setvbuf(file, nullptr, _IONBF, 0);
    std::vector<unsigned char> block(BLOCK + HEADER);
    std::int64_t at = start;   // of the next header, in the file
    std::int64_t base = 0;     // of the block
    std::size_t kept = 0;      // bytes of a header that began in the block before
    while (std::size_t got = std::fread(block.data() + kept, 1, BLOCK, file)) {
        const std::int64_t end = base + static_cast<std::int64_t>(kept + got);
        while (at + static_cast<std::int64_t>(HEADER) <= end) {
            const unsigned char *header = block.data() + (at - base);
            std::uint32_t size;
            std::memcpy(&size, header + 1, sizeof size);
            ++counts[header[0]];
            at += static_cast<std::int64_t>(HEADER) + size;
        }
        kept = at < end ? static_cast<std::size_t>(end - at) : 0;
        std::memmove(block.data(), block.data() + (at - base) * (kept > 0), kept);
        base = end - static_cast<std::int64_t>(kept);
    }
    std::fclose(file);
    return at;
}

// Read every record field by field; return how many there are, -1 if there is no such file.
extern "C" std::int64_t read_records(const char *path, std::int64_t start) {
    SmallReads in{std::ifstream(path, std::ios::binary)};
    if (!in.file) return -1;
    in.file.seekg(start);
    std::int64_t records = 0;
    while (true) {
        const auto id = in.take<std::uint8_t>();
        const auto size = in.take<std::uint32_t>();
        if (!in.file) return records;
        const char *fields = widths(id);
        if (id == 0 || id == 14) {
            in.take_record(fields);
            ++records;
        } else if (id == EVENT_ADD || *fields != '\0') {
            for (auto left = in.take<std::uint16_t>(); left > 0 && in.file; --left, ++records) {
                if (id == EVENT_ADD) in.take_actor();
                else in.take_record(fields);
            }
        } else {
            in.file.seekg(size, std::ios::cur);
        }
    }
}
